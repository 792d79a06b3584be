/** Amounts that are more than a number: `US$ 1,234.50`, `(12.00)`, `500-`, `1 000 kg`. */
import type { AmountWriting } from '../../layout/amount.js';
import { findCurrencies, ISO_CURRENCIES } from '../../recognise/currency-words.js';
import { bareLetters } from '../../recognise/letters.js';

/** How a column's amounts are written, and what the sign beside them says. */
export interface AmountFinding extends AmountWriting {
  /** Share of the cells that are amounts in this one way. */
  share: number;
  /** ISO 4217, where the sign says one. */
  currency: string | undefined;
}

interface Amount {
  number: string;
  sign: string;
  negative: AmountWriting['negative'];
}

/** Signs that are one currency wherever they stand. The dollar sign is none: half of the Americas write pesos with it. */
const CURRENCY_OF = new Map([
  ['US$', 'USD'],
  ['U$S', 'USD'],
  ['US $', 'USD'],
  ['€', 'EUR'],
  ['₹', 'INR'],
  ['R$', 'BRL'],
  ['HK$', 'HKD'],
  ['NZ$', 'NZD'],
  ['NT$', 'TWD'],
  ['TT$', 'TTD'],
  ['EC$', 'XCD'],
  ['BZ$', 'BZD'],
  ['RD$', 'DOP'],
  ['CI$', 'KYD'],
  ['T$', 'TOP'],
  ['A$', 'AUD'],
  ['S$', 'SGD'],
  ['J$', 'JMD'],
  ['G$', 'GYD'],
  ['S/', 'PEN'],
  ['S/.', 'PEN'],
  ['₽', 'RUB'],
  ['₺', 'TRY'],
  ['₩', 'KRW'],
  ['₫', 'VND'],
  ['₱', 'PHP'],
  ['₦', 'NGN'],
  ['₴', 'UAH'],
]);

/** Signs of several currencies. */
const SOME_CURRENCY = /^(rs\.?|kr\.?|fr\.?|bs\.?|\p{L}{0,3}\p{Sc}\p{L}{0,2})$/iu;

/** A dollar or a peso with letters of its country before the sign: none of the United States. */
export const isOtherDollar = (sign: string | undefined) =>
  sign !== undefined && /^\p{L}{1,3}\$$/u.test(sign) && CURRENCY_OF.get(sign) !== 'USD' && !/^USD?\$$/.test(sign);

const NUMBER = /[.,]?\d(?:[\d.,' \u00a0\u202f]*\d)?/;

/** The number of an amount and what stands beside it; undefined for anything else. */
export function readAmount(cell: string): Amount | undefined {
  const match = NUMBER.exec(cell);
  if (!match) return undefined;
  let [number, before, after] = [match[0], cell.slice(0, match.index), cell.slice(match.index + match[0].length)];
  // The point of "Rs.500" is the sign's.
  if (/\p{L}$/u.test(before) && number.startsWith('.')) [number, before] = [number.slice(1), `${before}.`];
  const inParentheses = before.includes('(') && after.endsWith(')');
  const minusBehind = /-$/.test(after);
  if (/[()]/.test(before + after) && !inParentheses) return undefined;
  const signs = [before, after].map((text) => text.replace(/^[+-]|[()]|-$/g, '').trim()).filter((text) => text !== '');
  if (signs.length > 1 || /\d/.test(after) || (inParentheses && minusBehind)) return undefined;
  const negative = inParentheses ? 'in-parentheses' : minusBehind ? 'minus-behind' : undefined;
  return { number, sign: (signs[0] ?? '').toUpperCase(), negative };
}

function currencyOfSign(sign: string): string | undefined {
  const known = CURRENCY_OF.get(sign) ?? (ISO_CURRENCIES.has(sign) ? sign : undefined);
  // Of a name that several countries' money has, it does not say whose it is.
  const [code, ...more] = findCurrencies(bareLetters(sign.replace(/\.$/, '')))?.split('|') ?? [];
  return known ?? (more.length === 0 ? code : undefined);
}

/**
 * How amounts are written, where all of them have the same sign; undefined where they are numbers alone, or where their signs
 * are several or unknown: then they are not of one currency or unit, which nobody but the operator can say.
 */
export function findAmounts(cells: readonly string[], isUnit: (text: string) => boolean): AmountFinding | undefined {
  const amounts = cells.flatMap((cell) => readAmount(cell) ?? []);
  const signs = [...new Set(amounts.map(({ sign }) => sign).filter((sign) => sign !== ''))];
  const ways = [...new Set(amounts.flatMap(({ negative }) => negative ?? []))];
  const [sign] = signs;
  const [negative] = ways;
  if (signs.length > 1 || ways.length > 1 || (sign === undefined && negative === undefined)) return undefined;
  const currency = sign === undefined ? undefined : currencyOfSign(sign);
  if (sign !== undefined && currency === undefined && !SOME_CURRENCY.test(sign) && !isUnit(sign)) return undefined;
  return {
    share: amounts.length / cells.length,
    currency,
    ...(sign !== undefined && { signs: [sign] }),
    ...(negative !== undefined && { negative }),
  };
}

/** Says it in words. */
export function describeAmounts({ signs = [], negative }: AmountWriting): string {
  const parts = [
    ...signs.map((sign) => `"${sign}" beside them`),
    ...(negative === 'in-parentheses' ? ['negative ones in parentheses'] : []),
    ...(negative === 'minus-behind' ? ['the minus behind negative ones'] : []),
  ];
  return `numbers with ${parts.join(' and ')}`;
}
