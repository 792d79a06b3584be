import countries from 'i18n-iso-countries';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number) => String(value).padStart(2, '0');

/** A day in a notation of files: a pattern of `yyyy MM dd`, or the name of a custom of its own. */
export function writtenDate(day: Date, notation: string): string | number | Date {
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()];
  if (notation === 'date') return day;
  if (notation === 'serial') return Math.round(day.getTime() / 86_400_000) + 25_569;
  if (notation === 'be') return `${two(date)}/${two(month)}/${year + 543}`;
  if (notation === 'jp') return `${year}年${month}月${date}日`;
  if (notation === 'monthname') return day.toLocaleString('en', { month: 'long', timeZone: 'UTC' });
  const parts: Record<string, string> = {
    yyyy: String(year),
    yy: two(year % 100),
    MMM: MONTHS[month - 1] ?? '',
    mmm: new Intl.DateTimeFormat('es', { month: 'short', timeZone: 'UTC' }).format(day).slice(0, 3),
    MM: two(month),
    dd: two(date),
    d: String(date),
    HH: two(8 + (date % 9)),
    mm: two((date * 7) % 60),
    ss: two((date * 13) % 60),
  };
  return notation.replace(/yyyy|yy|MMM|mmm|MM|dd|d|HH|mm|ss/g, (part) => parts[part] ?? part);
}

/** Whether a date in this notation says its day, or only its month. */
export const saysDay = (notation: string): boolean => !/^(monthname|yyyyMM|MMM-yy)$/.test(notation);

/** A number as text: `1,` 1,234.56, `1.,` 1.234,56, `s,` with spaces, `in` as in India, `,` with a decimal comma. */
export function writtenNumber(value: number, decimals: number, notation: string): string {
  const [whole = '', part = ''] = value.toFixed(decimals).split('.');
  const thousands = /(?<=\d)(?=(\d{3})+$)/g;
  const indian = /(?<=\d)(?=(\d{2})*\d{3}$)/g;
  const [grouped, point] =
    {
      '1,': [whole.replace(thousands, ','), '.'],
      '1.,': [whole.replace(thousands, '.'), ','],
      's,': [whole.replace(thousands, ' '), ','],
      in: [whole.replace(indian, ','), '.'],
      ',': [whole, ','],
    }[notation] ?? ([whole, '.'] as const);
  return part === '' ? (grouped ?? '') : `${grouped}${point}${part}`;
}

/** A country by its name in a language, or as `iso2`, `iso3` or `EN`, in capitals. */
export function writtenCountry(iso2: string, notation: string, language: string): string {
  if (notation === 'iso2') return iso2;
  if (notation === 'iso3') return countries.alpha2ToAlpha3(iso2) ?? iso2;
  const name = new Intl.DisplayNames(notation === 'EN' ? 'en' : language, { type: 'region' }).of(iso2) ?? iso2;
  return notation === 'EN' ? name.toUpperCase() : name;
}

/** A code of the nomenclature with the dots that people give it. */
export function writtenCode(code: string, notation: string): string {
  if (notation === 'dotted') return [code.slice(0, 4), ...(code.slice(4).match(/..?/g) ?? [])].join('.');
  if (notation !== 'sim') return code;
  return `${code.slice(0, 4)}.${code.slice(4, 6)}.${code.slice(6, 8)}.${code.slice(8)}${'ABCDEFGHJK'[Number(code[7])]}`;
}
