/** The package comes without types. */
declare module 'siphash' {
  /** @returns the two halves of 64 bits, each from 0 to 4294967295 */
  function hash(key: [number, number, number, number], message: Uint8Array): { h: number; l: number };
  const siphash: { hash: typeof hash };
  export default siphash;
}
