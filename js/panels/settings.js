/** The settings dialog: each choice takes effect at once. */

import { choose, events, settings } from '../settings.js';
import { LANGUAGES, t } from '../strings.js';
import { field, openDialog, select, toggle } from './dialog.js';

/** @type {Record<string, string[]>} */
const CHOICES = {
  theme: ['system', 'light', 'dark', 'contrast'],
  felt: ['green', 'blue', 'wine', 'slate'],
  back: ['blue', 'red', 'green'],
  rows: ['auto', 'one', 'two'],
  coach: ['off', 'before', 'after'],
};

const SWITCHES = /** @type {const} */ ([
  'winnable',
  'winnableDeals',
  'autoplay',
  'fourColours',
  'animations',
  'sound',
  'leftHanded',
]);

export function openSettings() {
  const dialog = openDialog(t('settings.title'), ...rows());
  // The dialog itself changes language with the rest.
  const again = () => {
    dialog.close();
    openSettings();
  };
  events.addEventListener('spoken', again);
  dialog.addEventListener('close', () => events.removeEventListener('spoken', again));
  return dialog;
}

function rows() {
  const chosen = settings();
  /** @type {[string, string][]} */
  const languages = [['', t('settings.language.auto')], ...Object.entries(LANGUAGES)];
  /** @param {'theme' | 'felt' | 'back' | 'rows' | 'coach'} name @param {string} [help] */
  const choice = (name, help) =>
    field(
      t(`settings.${name}`),
      select(
        CHOICES[name].map((value) => [value, t(`settings.${name}.${value}`)]),
        chosen[name],
        (value) => choose(name, value),
      ),
      { row: true, help },
    );
  const [theme, felt] = [choice('theme'), choice('felt', t('settings.felt.black'))];
  // In high contrast there is no felt to be chosen.
  const tellFelt = () => {
    const none = chosen.theme === 'contrast';
    /** @type {HTMLSelectElement} */ (felt.querySelector('select')).disabled = none;
    /** @type {HTMLElement} */ (felt.querySelector('.soft')).hidden = !none;
  };
  theme.addEventListener('change', tellFelt);
  tellFelt();
  const language = select(languages, chosen.language, (value) => choose('language', value));
  language.autofocus = true;
  return [
    field(t('settings.language'), language, { row: true }),
    ...SWITCHES.map((name) =>
      field(t(`settings.${name}`), toggle(chosen[name], (on) => choose(name, on)), { row: true }),
    ),
    choice('coach'),
    theme,
    felt,
    choice('back'),
    choice('rows'),
  ];
}
