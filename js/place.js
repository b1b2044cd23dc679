/**
 * Where things lie, relative to the page's own modules: the build puts these into one
 * directory a build, whose name changes with what is in it, and bundles them there.
 */

/**
 * The address of a file that is named relative to the top of the site.
 * @param {string} path
 */
export const siteAddress = (path) => new URL(`../../${path}`, import.meta.url).href;

/**
 * The address of a file that belongs to this build of the page.
 * @param {string} path relative to the directory that holds js/, css/ and strings/
 */
export const buildAddress = (path) => new URL(`../${path}`, import.meta.url).href;
