/** What `build.py` writes into js/languages.js: the languages offered, by their own names. */

export const LANGUAGES: Record<string, string>;
