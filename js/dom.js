/** Small helpers to make elements. */

/**
 * Makes an element: properties are set, `data-` and `aria-` ones as attributes, `on…` as listeners.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]
 * @param {(Node | string | null | undefined | false)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name.includes('-')) element.setAttribute(name, value);
    else Object.assign(element, { [name]: value });
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

/**
 * Makes an icon of the page's sprite.
 * @param {string} name
 */
export function icon(name) {
  const NS = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(NS, 'svg');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(NS, 'use');
  use.setAttribute('href', `#icon-${name}`);
  svg.append(use);
  return svg;
}

/**
 * Finds an element that index.html surely has.
 * @param {string} id
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no #${id}`);
  return found;
}

/**
 * Says whether a control has something to do; one that has not stays in reach of keyboard and
 * screen reader.
 * @param {Element | null} control
 * @param {boolean} on
 */
export function enable(control, on) {
  if (on) control?.removeAttribute('aria-disabled');
  else control?.setAttribute('aria-disabled', 'true');
}

/** Whether a dialog covers the table, so that nothing should go on behind it. */
export const isCovered = () => document.querySelector('dialog:modal') !== null;

/** Whether a control has something to do. @param {Element} control */
export const isEnabled = (control) => !control.hasAttribute('aria-disabled');

/** Leads the focus to where it last was on the table, when what held it goes away. */
export function focusTable() {
  /** @type {HTMLElement | null} */ (document.querySelector('[data-pile] [tabindex="0"]'))?.focus();
}
