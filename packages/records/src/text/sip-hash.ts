import siphash from 'siphash';

/** The engine hashes under the key of zeros. */
const KEY: [number, number, number, number] = [0, 0, 0, 0];

/** SipHash-2-4 of a text in UTF-8, in decimal digits: the engine's `sipHash64`, so that a hash that is bound need not be asked of it. */
export function sipHash64(text: string): string {
  const { h, l } = siphash.hash(KEY, Buffer.from(text));
  return ((BigInt(h) << 32n) | BigInt(l)).toString();
}
