import type { Random } from './random.js';

/** A company's name before it is written: what every way of writing it agrees on, and the legal form that varies. */
export interface PlainName {
  /** With `{f}` where the legal form goes. */
  text: string;
  form: readonly string[];
}

/** Letters that do not decompose into a letter and a mark. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { Đ: 'D', đ: 'd', ł: 'l', Ł: 'L', ı: 'i', ß: 'ss' };

export function withoutAccents(text: string): string {
  return text
    .replace(/[ĐđłŁıß]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The usual spelling: as registered, or in capitals without accents as most customs systems keep it. */
export function usualSpelling(name: PlainName, random: Random): string {
  const text = tidy(name.text.replace('{f}', name.form[0] ?? ''));
  return random.chance(0.3) ? text : withoutAccents(text).toUpperCase();
}

/** Another way a clerk might write it: another legal form, no dots, a hyphen, `AND` for `&`, other capitals. */
export function anotherSpelling(name: PlainName, random: Random): string {
  let text = tidy(name.text.replace('{f}', random.pick(name.form)));
  if (random.chance(0.7)) text = withoutAccents(text);
  if (random.chance(0.3)) text = text.replaceAll('&', 'and');
  if (random.chance(0.25)) text = text.replaceAll('.', '');
  if (random.chance(0.2)) text = text.replaceAll(',', '');
  const hyphens = random.next();
  if (hyphens < 0.2) text = text.replaceAll('-', ' ');
  else if (hyphens < 0.35) text = text.replace(' ', '-');
  if (random.chance(0.05)) text = `M/S ${text}`;
  if (random.chance(0.05)) text = text.replace(' ', '  ');
  return random.chance(0.65) ? text.toUpperCase() : text;
}
