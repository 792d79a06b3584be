/** Official numbers of companies as SQL: which scheme a text is a number of, by its shape and its check digits. */
import { NUMBER_SCHEMES, type NumberCheck, type NumberScheme, type TradeType } from '@tidewaiter/contract';
import { quote } from '@tidewaiter/records/loading';

/** Whether a record column holds official numbers; of a direction of trade, those of the party that declares. */
export const isNumberColumn = (column: string, trade?: TradeType) =>
  (column === 'importer_tax_id' && trade !== 'EXPORT') || (column === 'exporter_tax_id' && trade !== 'IMPORT');

/**
 * The schemes that a column's numbers may be of: those that its name says, the reporting country's own before others that are called
 * alike; else those of the reporting country, where its party declares, and those that no other number looks like.
 */
export function findSchemes(header: string, country: string | undefined, declares: boolean): readonly NumberScheme[] {
  const words = new Set(header.toUpperCase().split(/[^A-Z]+/));
  const isOf = ({ countries }: NumberScheme) => country !== undefined && countries.includes(country);
  const schemes = NUMBER_SCHEMES.filter(({ word }) => words.has(word));
  const own = schemes.filter((scheme) => isOf(scheme) || scheme.countries.length === 0);
  if (schemes.length > 0) return own.length > 0 ? own : schemes;
  return NUMBER_SCHEMES.filter(
    (scheme) => !scheme.mustBeNamed && (scheme.countries.length === 0 || (declares && isOf(scheme))),
  );
}

const DIGITS = '0123456789';

/** The values of some characters of a number, the last first, and none beyond so many: so any text can be weighed. */
const valuesOf = (text: string, values: string, most: number) =>
  `arrayResize(arrayReverse(arrayMap(sign -> position(${quote(values)}, sign) - 1, splitByString('', ${text}))), ${most}, 0)`;

function passes(number: string, check: NumberCheck): string {
  switch (check.by) {
    case 'weights': {
      const { weights, digits, from = 0, values = DIGITS } = check;
      const of = check.of === undefined ? `greatest(0, length(${number}) - ${from + 1})` : String(check.of);
      const weighed = valuesOf(`substring(${number}, ${from + 1}, ${of})`, values, weights.length);
      const sum = `arraySum((value, weight) -> value * weight, ${weighed}, [${[...weights].reverse().join(', ')}])`;
      const [first, ...rest] = digits;
      const list = [first, ...rest].map((digit) => quote(digit ?? '')).join(', ');
      return `[${list}][positiveModulo(${sum}, ${digits.length}) + 1] = substring(${number}, ${from + 1} + ${of}, 1)`;
    }
    case 'luhn': {
      const digits = valuesOf(`substring(${number}, ${check.from + 1}, ${check.of})`, DIGITS, check.of);
      return `arraySum((value, place) -> if(place % 2 = 1, value, intDiv(value * 2, 10) + value * 2 % 10), ${digits}, range(1, ${check.of + 1})) % 10 = 0`;
    }
    case 'mod97':
      return `toUInt256OrZero(arrayStringConcat(arrayMap(sign -> if(sign >= 'A' AND sign <= 'Z', toString(ascii(sign) - 55), sign), splitByString('', ${number})))) % 97 = ${check.leaves}`;
    case 'vkn': {
      // From the last of nine digits: each with its place from behind, doubled so many times, by 9.
      const digits = valuesOf(`substring(${number}, 1, 9)`, DIGITS, 9);
      const sum = `arraySum((value, place) -> if((value + place) % 10 = 0, 0, (((value + place) % 10) * bitShiftLeft(toUInt32(1), place) + 8) % 9 + 1), ${digits}, range(1, 10))`;
      return `toString((10 - ${sum} % 10) % 10) = substring(${number}, 10, 1)`;
    }
  }
}

/** That a bare text is a number of a scheme; one digit over and over is none, whatever it adds up to. */
const isNumberOf = (number: string, { shape, checks = [], nobodys = [] }: NumberScheme) =>
  [
    `match(${number}, ${quote(shape.source)})`,
    `replaceAll(substring(${number}, 2), substring(${number}, 1, 1), '') != ''`,
    ...nobodys.map((nobodys) => `${number} != ${quote(nobodys)}`),
    ...checks.map((check) => passes(number, check)),
  ].join(' AND ');

/** A text as `RUC 20100047218` in the first scheme that it is a number of, else as it stands. */
export function officialNumberSql(text: string, schemes: readonly NumberScheme[]): string {
  if (schemes.length === 0) return text;
  const words = [...new Set(schemes.map(({ word }) => word))];
  // A spreadsheet writes a number with a decimal; some write the scheme before it.
  const bare = `replaceRegexpOne(replaceRegexpAll(upperUTF8(replaceRegexpOne(${text}, '\\\\.0$', '')), '[^0-9A-ZÑ&]', ''), ${quote(`^(${words.join('|')})`)}, '')`;
  const cases = schemes.flatMap((scheme) => {
    const number = scheme.dropsCheck ? 'substring(bare, 1, length(bare) - 1)' : 'bare';
    return [isNumberOf('bare', scheme), `concat(${quote(`${scheme.name} `)}, ${number})`];
  });
  return `arrayMap(bare -> multiIf(${[...cases, text].join(', ')}), [${bare}])[1]`;
}
