import type { SearchAddress } from '@tidewaiter/contract';
import {
  describeCondition,
  describeRange,
  type ExceptList,
  exceptListOf,
  FILTER_LISTS,
  FILTERS,
  type FilterList,
  NEW_SINCE,
  ONLY_NEW,
  RANGE_NAMES,
  RANGES,
  type RangeName,
  rangeOf,
  type SearchQuery,
} from '@tidewaiter/contract';
import { exactDecimal } from '../../format/numbers.js';

/** An active filter is shown with the change of the link that takes it away. */
export interface Pill {
  label: string;
  without: Partial<SearchAddress>;
  /** It says what is left out, where the label does not say what is left. */
  leavesOut?: string;
  /** The pill is of this range, whose bounds can be changed. */
  range?: RangeName;
}

/** More values of one list than this are counted, not named. */
const NAMED_VALUES = 3;

/** Writes a list as the link holds it. */
export function listPart(field: FilterList | ExceptList | 'productDesc', values: string[]): Partial<SearchAddress> {
  return { [field]: values.length > 0 ? values : undefined };
}

function listPills(query: SearchQuery, name: FilterList, field: FilterList | ExceptList): Pill[] {
  const values = query[field];
  const pill = (words: string, left: string[]): Pill => {
    const said = `${FILTERS[name].label}: ${words}`;
    const without = listPart(field, left);
    return field === name
      ? { label: said, without }
      : { label: `${FILTERS[name].label}: not ${words}`, without, leavesOut: said };
  };
  if (values.length > NAMED_VALUES) return [pill(`${values.length} values`, [])];
  return values.map((value) =>
    pill(
      value,
      values.filter((other) => other !== value),
    ),
  );
}

/** Writes a bound as it counts; one that was not given, and so stands in (SPEC 5), says so. */
function boundLabel(given: string | undefined, bound: string): string {
  return given === undefined ? `${exactDecimal(bound)} (filled in)` : exactDecimal(bound);
}

function rangePill(query: SearchQuery, name: RangeName): Pill[] {
  const range = rangeOf(query, name);
  if (!range) return [];
  const words = describeRange(range, (bound, end) => boundLabel(query[`${name}${end}`], bound));
  return [
    {
      label: `${RANGES[name].label}: ${words}`,
      without: { [`${name}Start`]: undefined, [`${name}End`]: undefined },
      range: name,
    },
  ];
}

function productPill({ productDesc, conditionProductDesc }: SearchQuery): Pill[] {
  if (productDesc.length === 0) return [];
  const words = describeCondition({ searchBy: 'PRODUCT', matchType: conditionProductDesc, searchValue: productDesc });
  return [
    {
      label: `P${words.slice(1)}`,
      without: { ...listPart('productDesc', []), conditionProductDesc: undefined },
    },
  ];
}

/** A line that stands alone is the question itself. */
const linePill = ({ line, searchValue }: SearchQuery): Pill[] =>
  line === undefined || searchValue.length === 0 ? [] : [{ label: line, without: { line: undefined } }];

/** Lists everything that narrows a question's answer, in the order of the filters. */
export function pillsOf(query: SearchQuery): Pill[] {
  return [
    ...FILTER_LISTS.flatMap((name) => [...listPills(query, name, name), ...listPills(query, name, exceptListOf(name))]),
    ...RANGE_NAMES.flatMap((name) => rangePill(query, name)),
    ...productPill(query),
    ...linePill(query),
    ...(query.onlyNew ? [{ label: ONLY_NEW, without: { onlyNew: undefined } }] : []),
    ...(query.newSince === undefined ? [] : [{ label: NEW_SINCE, without: { newSince: undefined } }]),
  ];
}
