/** Sixteen hex digits from the browser's generator, of which the engine makes a deal number. */
export function entropy() {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
