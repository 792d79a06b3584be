import type { HeaderWords } from '../recognise/header-words.js';
import type { Concept } from '../recognise/vocabulary.js';
import type { Suggestion } from './assign.js';
import type { ColumnValues } from './column-values.js';
import { CLEAR } from './unclear.js';

interface Looked {
  read: readonly HeaderWords[];
  values: readonly ColumnValues[];
}

/** What a country may be of that is not the other end of the trade. */
const OTHER_COUNTRIES: readonly Concept[] = [
  ...([
    'departure',
    'purchase',
    'loading',
    'discharge',
    'flag',
    'vessel',
    'transport',
    'manufacturer',
    'transit',
  ] as const),
  ...([
    'delivery',
    'supplier',
    'shipper',
    'consignee',
    'importer',
    'exporter',
    'buyer',
    'bank',
    'address',
    'port',
  ] as const),
  ...(['shipment', 'agent', 'declarant', 'notify', 'carrier', 'arrival', 'holder', 'office'] as const),
];

/** Countries that are no chance, and the share of values that are of a kind. */
const LEAST_COUNTRIES = 5;
const NEARLY_ALL = 0.95;
const MOSTLY = 0.8;

/** As sure as a name that says it. */
const PROVED = 0.8;

const PARTNERS = ['origin_country', 'destination_country'];

/**
 * Where one column alone holds countries, they are those that is traded with, whatever it is called, unless its name says another kind of
 * country; and where one alone holds units, beside a quantity, they are its units.
 */
export function withOnlyOnes(suggestions: readonly Suggestion[], { read, values }: Looked): Suggestion[] {
  const only = (is: (looked: ColumnValues) => boolean) => {
    const columns = values.flatMap((looked, column) => (!looked.blank && is(looked) ? [column] : []));
    return columns.length === 1 ? columns[0] : undefined;
  };
  const countries = only(({ country, distinct }) => country >= NEARLY_ALL && distinct > 1);
  const isPartner =
    (values[countries ?? -1]?.distinct ?? 0) >= LEAST_COUNTRIES &&
    !OTHER_COUNTRIES.some((word) => read[countries ?? -1]?.concepts.has(word));
  const units = only(({ unit }) => unit >= MOSTLY);
  const isOfQuantity = suggestions.some(
    ({ target, score, column }) => target === 'quantity' && score >= CLEAR && Math.abs(column - (units ?? -9)) === 1,
  );
  const isNamed = (targets: readonly string[], column: number) =>
    suggestions.some((each) => targets.includes(each.target) && each.column !== column && each.named >= CLEAR);
  const proved = ({ column, target }: Suggestion): string | undefined => {
    if (PARTNERS.includes(target) && column === countries && isPartner && !isNamed([target], column))
      return 'it is the only column of countries';
    const isUnit = target === 'unit' && column === units && (values[column]?.distinct ?? 0) > 1;
    return isUnit && isOfQuantity && !isNamed(['unit'], column)
      ? 'it is the only column of units, beside the quantity'
      : undefined;
  };
  return suggestions.map((suggestion) => {
    const reason = suggestion.score < CLEAR && suggestion.score >= 0.5 ? proved(suggestion) : undefined;
    return reason === undefined
      ? suggestion
      : { ...suggestion, score: PROVED, reason: `${suggestion.reason}; ${reason}` };
  });
}
