import {
  describeLine,
  type ExceptList,
  type FilterList,
  filtersInWords,
  type SaidFilter,
  type SearchAddress,
  type SearchQuery,
} from '@tidewaiter/contract';
import { exactDecimal } from '../../format/numbers.js';

/** An active filter is shown with the change of the link that takes it away. */
export type Pill = SaidFilter;

/** More values of one list than this are counted, not named. */
const NAMED_VALUES = 3;

/** Writes a list as the link holds it. */
export function listPart(field: FilterList | ExceptList | 'productDesc', values: string[]): Partial<SearchAddress> {
  return { [field]: values.length > 0 ? values : undefined };
}

/** Writes a bound as it counts; one that was not given, and so stands in (SPEC 5), says so. */
const boundLabel = (bound: string, given: string | undefined) =>
  given === undefined ? `${exactDecimal(bound)} (filled in)` : exactDecimal(bound);

/** Lists everything that narrows a question's answer, in the order of the filters; a line that stands alone is the question itself. */
export function pillsOf(query: SearchQuery): Pill[] {
  const { line, searchValue } = query;
  return [
    ...filtersInWords(query, { apart: NAMED_VALUES, bound: boundLabel }).map(({ label, ...filter }) => ({
      ...filter,
      label: `${label[0]?.toUpperCase()}${label.slice(1)}`,
    })),
    ...(line === undefined || searchValue.length === 0
      ? []
      : [{ label: describeLine(line), without: { line: undefined } }]),
  ];
}
