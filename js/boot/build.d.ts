/** What `build.py` writes into js/boot/build.js: which files this build boots from. */

export interface BuiltFile {
  /** Address relative to the top of the site. */
  path: string;
  /** Of the bytes after inflating, in lower-case hexadecimal. */
  sha256: string;
}

export const BUILD: {
  /** Hash of everything that decides what a started interpreter looks like. */
  id: string;
  /** Version of the pinned runtime. */
  runtime: string;
  /** `314` in `/lib/python314.zip`. */
  python: string;
  /** Addresses of the runtime's own two programs. */
  loader: string;
  glue: string;
  wasm: BuiltFile;
  library: BuiltFile;
  engine: BuiltFile;
  /** The untouched runtime, for the last resort. */
  lockInfo: object;
  plain: { path: string; engineWheel: string; micropip: object };
};
