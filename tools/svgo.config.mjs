/** Card faces: ids stay unique when several faces end up in one document. */
export default {
  multipass: true,
  floatPrecision: 2,
  plugins: [
    'preset-default',
    'prefixIds',
    { name: 'removeAttributesBySelector', params: { selector: 'svg', attributes: ['class', 'face'] } },
  ],
};
