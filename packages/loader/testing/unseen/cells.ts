/** How a cell of an item is written: dates, numbers, codes, countries and units in the habits of each source. */
import type { Item } from './shipments.js';
import { type ColumnPlan, type FilePlan, type Row, UNITS } from './tables.js';

export type Cell = string | number | Date | null;

const DAY = 86_400_000;
const PERSIAN_DIGITS = '۰۱۲۳۴۵۶۷۸۹';
const ARABIC_DIGITS = '٠١٢٣٤٥٦٧٨٩';
const BENGALI_DIGITS = '০১২৩৪৫৬৭৮৯';
const PERSIAN_DATE = new Intl.DateTimeFormat('en-u-ca-persian', {
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' },
});

const inDigits = (text: string, digits: string) => text.replaceAll(/\d/g, (digit) => digits[Number(digit)] ?? digit);
const inPersianDigits = (text: string) => inDigits(text, PERSIAN_DIGITS);
const monthName = (day: Date, language: string, month: 'short' | 'long') =>
  new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' }).format(day).replace('.', '');

const LUNAR_DATE = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', {
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' },
});

/** `dd/MM/yyyy` and the like, `'M'` a letter as it stands, `BBBB` and `BB` years of the Buddhist era; `roc`, `jalali`, `lunar`, `date` and the `serial` days of sheets are calendars of their own. */
function writtenDate(day: Date, [format = '', language = 'en']: readonly string[]): Cell {
  if (format === 'date') return day;
  if (format === 'serial') return Math.round(day.getTime() / DAY) + 25_569;
  const [year, month, date] = day.toISOString().slice(0, 10).split('-') as [string, string, string];
  if (format === 'roc') return `${Number(year) - 1911}/${month}/${date}`;
  if (format === 'rocMonth') return `${Number(year) - 1911}年${Number(month)}月`;
  if (format === 'jalali') {
    const part = Object.fromEntries(PERSIAN_DATE.formatToParts(day).map(({ type, value }) => [type, value]));
    return inPersianDigits(`${part.year}/${part.month}/${part.day}`);
  }
  if (format === 'lunar') {
    const part = Object.fromEntries(LUNAR_DATE.formatToParts(day).map(({ type, value }) => [type, value]));
    return `${part.year}/${part.month}/${part.day}`;
  }
  const buddhist = String(Number(year) + 543);
  const tokens: Record<string, string> = {
    ...{ BBBB: buddhist, BB: buddhist.slice(2) },
    ...{ yyyy: year, yy: year.slice(2), MM: month, M: String(Number(month)), dd: date, d: String(Number(date)) },
    ...{ MMMM: monthName(day, language, 'long'), MMM: monthName(day, language, 'short'), T: 'T00:00:00', _: ' ' },
  };
  const text = format.replaceAll(
    /'(.)'|BBBB|BB|yyyy|yy|MMMM|MMM|MM|M|dd|d|T|_/g,
    (token, sign) => sign ?? tokens[token] ?? token,
  );
  const digits = { ar: ARABIC_DIGITS, bn: BENGALI_DIGITS }[language];
  return digits === undefined ? text : inDigits(text, digits);
}

/** `,2` is 1,234.50, `.2,` is 1.234,50, `_2,` is 1 234,50, `0` is 1235; `lakh` 12,34,567, `arab` ١٬٢٣٤٫٥٠, `bn` ১,২৩৪.৫০. */
function writtenNumber(value: number, [format = '2', ...flags]: readonly string[], plan: FilePlan): Cell {
  const [, thousands = '', decimals = '0', point = '.'] = /^([^\d]?)(\d)([,.]?)$/.exec(format) ?? [];
  const text = shown(value, [format, ...flags]).toFixed(Number(decimals));
  if (/xlsx|jsonl/.test(plan.settings.as ?? '') && !flags.includes('text')) return Number(text);
  const [whole = '', part = ''] = text.split('.');
  const mark = thousands === '_' ? ' ' : thousands;
  const grouped =
    mark === '' ? whole : whole.replaceAll(flags.includes('lakh') ? /\B(?=(\d\d)*\d{3}$)/g : /\B(?=(\d{3})+$)/g, mark);
  const rest = flags.includes('trim') ? part.replace(/0+$/, '') : part;
  const all = rest === '' ? grouped : `${grouped}${point || '.'}${rest}`;
  if (flags.includes('arab')) return inDigits(all.replaceAll(',', '٬').replace('.', '٫'), ARABIC_DIGITS);
  if (flags.includes('bn')) return inDigits(all, BENGALI_DIGITS);
  return flags.includes('fa') ? inPersianDigits(all) : all;
}

/** A number with what stands in its cell beside it: `$+` before it, `+_KGS` after it, `cur` the item's currency, `_` a space. */
function withSigns(number: Cell, flags: readonly string[], { currency }: Item): Cell {
  const sign = (flag: string) => flag.replace('+', '').replace('cur', currency).replaceAll('_', ' ');
  return flags.reduce<Cell>((cell, flag) => {
    if (flag.endsWith('+')) return `${sign(flag)}${cell}`;
    return flag.startsWith('+') ? `${cell}${sign(flag)}` : cell;
  }, number);
}

/** A value in the thousands that some columns are in. */
const shown = (value: number, flags: readonly string[]) => (flags.includes('x1000') ? value / 1000 : value);

/** What a reader of the written number knows of the value. */
export function known(value: number, [format = '2', ...flags]: readonly string[]): number {
  const decimals = Number(/\d/.exec(format)?.[0] ?? 0);
  return Number(
    (Number(shown(value, flags).toFixed(decimals)) * (flags.includes('x1000') ? 1000 : 1)).toFixed(decimals),
  );
}

/** The digit that Taiwan adds to a code of ten. */
const checkDigit = (code: string) =>
  String([...code].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 ? 3 : 1), 0) % 10);

export function codeOf({ hs }: Item, [length = '8', style]: readonly string[]): string {
  const code = hs.slice(0, Number(length));
  return style === 'ccc' ? `${code}${checkDigit(code)}` : code;
}

function writtenCode(item: Item, args: readonly string[]): Cell {
  const code = codeOf(item, args);
  const [, style = '', language] = args;
  if (style === 'num') return Number(code);
  if (style === 'cut') return String(Number(code));
  if (style === '.0') return `${Number(code)}.0`;
  if (style === 'name') return `${code} ${goodsOf(item, [language ?? 'en', 'heading'])}`;
  if (/^[A-Z]+$/.test(style)) return `${style}${code}`;
  if (style === 'ccc')
    return `${code.slice(0, 4)}.${code.slice(4, 6)}.${code.slice(6, 8)}.${code.slice(8, 10)}-${code.slice(10)}`;
  if (!/^\d(.\d)+$/.test(style)) return code;
  const lengths = [...style.replaceAll(/\D/g, '')].map(Number);
  const startOf = (part: number) => lengths.slice(0, part).reduce((sum, length) => sum + length, 0);
  const mark = style[1] === '_' ? ' ' : (style[1] ?? '');
  return lengths.map((length, part) => code.slice(startOf(part), startOf(part) + length)).join(mark);
}

export const writtenUnit = (code: string, style: string): string =>
  UNITS.find((row) => row.style === style)?.[code] ?? '';

const writtenCountry = (country: Row, [style = 'en']: readonly string[]) =>
  style === 'both' ? `${country.iso2} - ${country.en}` : (country[style] ?? nameIn(style, country));

/** A country's name in a language that the partners' table has not. */
const nameIn = (language: string, { iso2 = '' }: Row) =>
  new Intl.DisplayNames(language, { type: 'region' }).of(iso2) ?? '';

export const goodsOf = ({ goods, texts }: Item, [language = 'en', detail]: readonly string[]): string =>
  `${goods[language] ?? ''}${detail === 'heading' ? '' : (texts.model ?? '')}`;

/** What sources leave open: in some declarations (`~`), or a second quantity where the goods are counted by weight anyway (`~kg`). */
export const isBlank = ({ args }: ColumnPlan, { declaration, goods }: Item): boolean =>
  (args.includes('~') && declaration % 9 === 4) || (args.includes('~kg') && goods.unit === 'KGM');

/** The numbers of an item, and of its whole declaration under `total.…`. */
function numberOf(field: string, item: Item, items: readonly Item[]): number | undefined {
  if (!field.startsWith('total.')) return item.numbers[field];
  const name = field.slice('total.'.length);
  const all = items.filter(({ declaration }) => declaration === item.declaration);
  return all.reduce((sum, each) => sum + (each.numbers[name] ?? 0), 0);
}

export function writtenCell(column: ColumnPlan, item: Item, items: readonly Item[], plan: FilePlan): Cell {
  const { field, args } = column;
  if (isBlank(column, item)) return null;
  const number = numberOf(field, item, items);
  if (number !== undefined) return withSigns(writtenNumber(number, args, plan), args, item);
  const { texts, goods, day, currency } = item;
  const others: Record<string, () => Cell> = {
    '=': () => args.join(' '),
    day: () => writtenDate(day, args),
    later: () => writtenDate(new Date(day.getTime() + Number(args[1] ?? 0) * DAY), args.slice(0, 1)),
    decl: () => {
      const dated = (args[0] ?? '').replace('{ddMMyy}', String(writtenDate(day, ['ddMMyy'])));
      return dated
        .replaceAll('_', ' ')
        .replace('@', texts['office.code'] ?? '')
        .replace('#', texts.number ?? '');
    },
    item: () => String(item.position),
    row: () => String(items.indexOf(item) + 1),
    hs: () => writtenCode(item, args),
    chapter: () => item.hs.slice(0, 2),
    goods: () => goodsOf(item, args),
    unit: () => writtenUnit(goods.unit ?? '', args[0] ?? 'en'),
    origin: () => writtenCountry(item.origin, args),
    dispatch: () => writtenCountry(item.dispatch, args),
    cur: () =>
      args[0] === 'numeric' ? ({ USD: '840', EUR: '978', CNY: '156', JPY: '392' }[currency] ?? '') : currency,
    transport: () => (args[0] ?? '/').split('/')[texts.ship === '1' ? 0 : 1]?.replaceAll('_', ' ') ?? '',
    coded: () => texts[args[0] ?? ''] ?? '',
  };
  return others[field]?.() ?? texts[field] ?? '';
}

/** The sum of a column that can be added up, as it is written; nothing of others. */
export function writtenSum(column: ColumnPlan, items: readonly Item[], plan: FilePlan): Cell {
  const adds = /^(fob|cif|inv|freight|insurance|duty|vat|tax)\.(usd|loc)$|^(net|gross|packages)$/.test(column.field);
  const sum = items.reduce((all, { numbers }) => all + (numbers[column.field] ?? 0), 0);
  return adds ? writtenNumber(sum, column.args, plan) : null;
}
