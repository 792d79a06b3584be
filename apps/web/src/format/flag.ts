const REGIONAL_A = 0x1f1e6;

/** The flag of a country as an emoji: two regional indicator letters. It stands beside a name, never instead of it. */
export function flagOf(iso2: string): string {
  if (!/^[A-Z]{2}$/.test(iso2)) return '';
  return String.fromCodePoint(...[...iso2].map((letter) => REGIONAL_A + letter.charCodeAt(0) - 65));
}
