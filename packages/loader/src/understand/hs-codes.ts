/** What the HS codes of a sample show of zeros that a spreadsheet took from their beginnings. */
export interface LostZeros {
  /** How long the codes are meant to be; undefined where one length alone does not tell. */
  digits: number | undefined;
  example: string;
}

/** Codes that are this rare are misprints. */
const RARE = 0.002;

/**
 * Codes are of even lengths, but for a few countries': chapters 1 to 9 begin with a zero, which numbers do not keep. So codes
 * of one digit less than others, or of an odd length that none begins with a zero, have lost it.
 */
export function findLostZeros(cells: readonly string[]): LostZeros | undefined {
  const codes = cells.map((cell) => cell.replace(/[. ]/g, '')).filter((code) => /^\d{3,12}$/.test(code));
  const lengths = new Map<number, number>();
  for (const { length } of codes) lengths.set(length, (lengths.get(length) ?? 0) + 1);
  const isThere = (length: number) => (lengths.get(length) ?? 0) > codes.length * RARE;
  const begun = (length: number) => codes.some((code) => code.length === length && code.startsWith('0'));
  const example = (length: number) => codes.find((code) => code.length === length) ?? '';
  for (const length of [...lengths.keys()].filter(isThere).sort((a, b) => b - a)) {
    if (!isThere(length - 1) || begun(length - 1)) continue;
    // Where the longer ones have their zeros, the shorter ones lost none unless no country has codes of their length.
    if (begun(length) && (length - 1) % 2 === 0) continue;
    return { digits: length, example: example(length - 1) };
  }
  const odd = [...lengths.keys()].find((length) => length % 2 === 1 && isThere(length) && !begun(length));
  return odd === undefined ? undefined : { digits: odd < 8 ? odd + 1 : undefined, example: example(odd) };
}
