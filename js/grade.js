/** The grade of a deal: five dots, and its name. */

import { h } from './dom.js';
import { t } from './strings.js';

/**
 * Five dots, as many of them filled as the grade says.
 * @param {number} grade
 */
export const gradeMark = (grade) =>
  h(
    'span',
    { className: 'grade', 'aria-hidden': 'true' },
    ...[1, 2, 3, 4, 5].map((step) => h('i', { className: step <= grade ? 'on' : '' })),
  );

/** @param {number} grade */
export const gradeName = (grade) => t(`grade.${grade}`);
