import { z } from 'zod';
import { scaledDecimal } from '../rules/decimals.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import {
  EXCEPT_LISTS,
  type ExceptList,
  FILTER_LISTS,
  FILTERS,
  type FilterDefinition,
  type FilterList,
  RANGE_NAMES,
  RANGES,
  type RangeName,
} from './filter-registry.js';

export * from './filter-registry.js';

const value = z
  .string()
  .min(1)
  .max(500)
  .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), { error: MESSAGES.unsearchableCharacter });

const list = z
  .array(value)
  .max(LIMITS.filterValues)
  .transform((values) => [...new Set(values)])
  .default([]);

const listOrValue = z
  .union([z.string().transform((text) => [text]), z.array(z.string())])
  .pipe(z.array(value).max(LIMITS.filterValues))
  .default([]);

/** Texts to look for, as few as in any other field (SPEC 9). */
const texts = z
  .union([z.string().transform((text) => [text]), z.array(z.string())])
  .pipe(z.array(value).max(LIMITS.searchValues, { error: MESSAGES.tooManyValues }))
  .default([]);

const AMOUNT = new RegExp(`^\\d{1,${LIMITS.amountDigits}}(\\.\\d{1,18})?$`);

/** An exact amount, as a number or a decimal string. */
const amount = z
  .union([z.number().nonnegative().lt(1e15).transform(String), z.string()])
  .pipe(z.string().regex(AMOUNT, { error: MESSAGES.notAnAmount }))
  .optional();

type FilterFields = {
  [Name in FilterList]: (typeof FILTERS)[Name] extends { alone: true } ? typeof listOrValue : typeof list;
};

/** A data version is kept as a number of 32 bits. */
const MOST_VERSIONS = 2 ** 31 - 1;

const EXCEPT = 'Values to leave out; records without a value stay';

/** The filters of a search: they narrow an answer, stand outside its conditions, and cost nothing. */
export const filterFields = {
  ...(Object.fromEntries(
    Object.entries<FilterDefinition>(FILTERS).map(([name, { alone }]) => [name, alone ? listOrValue : list]),
  ) as FilterFields),
  ...(Object.fromEntries(EXCEPT_LISTS.map((name) => [name, list.describe(EXCEPT)])) as Record<ExceptList, typeof list>),
  shipModeList: list.describe('Another name of shipmentModeList'),
  productDesc: texts,
  conditionProductDesc: z.enum(['C', 'D']).default('C'),
  onlyNew: z.boolean().default(false).describe('Only records that the account has not exported yet'),
  newSince: z
    .number()
    .int()
    .positive()
    .max(MOST_VERSIONS)
    .optional()
    .describe('Only records that came after this data version; free where it is what savedSearch tells of its news'),
  newUntil: z
    .number()
    .int()
    .positive()
    .max(MOST_VERSIONS)
    .optional()
    .describe('With newSince: only of those that had come by this data version'),
  rangeQuantityStart: amount,
  rangeQuantityEnd: amount,
  rangeValueUsdStart: amount,
  rangeValueUsdEnd: amount,
  rangeUnitPriceUsdStart: amount,
  rangeUnitPriceUsdEnd: amount,
};

const keptList = z.array(z.string()).default([]);
const keptBound = z.string().optional();

/**
 * Filters in the form to which {@link filterFields} bring them: how they are kept. What was new at the time is not: whoever asks again, at
 * another time, asks for all of it.
 */
export const keptFilterFields = {
  ...(Object.fromEntries(FILTER_LISTS.map((name) => [name, keptList])) as Record<FilterList, typeof keptList>),
  ...(Object.fromEntries(EXCEPT_LISTS.map((name) => [name, keptList])) as Record<ExceptList, typeof keptList>),
  productDesc: keptList,
  conditionProductDesc: filterFields.conditionProductDesc,
  onlyNew: filterFields.onlyNew,
  rangeQuantityStart: keptBound,
  rangeQuantityEnd: keptBound,
  rangeValueUsdStart: keptBound,
  rangeValueUsdEnd: keptBound,
  rangeUnitPriceUsdStart: keptBound,
  rangeUnitPriceUsdEnd: keptBound,
};

/** Bounds that leave out no amount of zero or more: a person gives them in place of those that stand in. */
export const OPEN_BOUNDS = { least: '0', most: '9'.repeat(LIMITS.amountDigits) };

type RangeField = `${RangeName}${'Start' | 'End'}`;
type RangeBounds = { [Field in RangeField]?: string | undefined };

/** Decimals that an amount may have. */
const SCALE = 18;

const isLess = (amount: string, than: string) => scaledDecimal(amount, SCALE) < scaledDecimal(than, SCALE);

/**
 * Both bounds of a range, the missing one as SPEC 5 fills it in, or open where that would leave nothing between them; undefined where
 * neither is given.
 */
export function rangeOf(bounds: RangeBounds, name: RangeName): { from: string; to: string } | undefined {
  const [from, to] = [bounds[`${name}Start`], bounds[`${name}End`]];
  const { least, most } = RANGES[name];
  if (from === undefined)
    return to === undefined ? undefined : { from: isLess(to, least) ? OPEN_BOUNDS.least : least, to };
  return { from, to: to ?? (isLess(most, from) ? OPEN_BOUNDS.most : most) };
}

/** A range in words, its bounds as they are said; one that is open is not said at all. */
export function describeRange(
  { from, to }: { from: string; to: string },
  said: (bound: string, end: 'Start' | 'End') => string = (bound) => bound,
): string {
  if (to === OPEN_BOUNDS.most) return `${said(from, 'Start')} and more`;
  if (from === OPEN_BOUNDS.least) return `up to ${said(to, 'End')}`;
  return `${said(from, 'Start')} – ${said(to, 'End')}`;
}

/** Ranges whose maximum lies below their minimum, as field and message (SPEC 5, "Advanced search"). */
export function rangeProblems(bounds: RangeBounds): { field: string; message: string }[] {
  return RANGE_NAMES.flatMap((name) => {
    const range = rangeOf(bounds, name);
    const { label } = RANGES[name];
    if (!range || !isLess(range.to, range.from)) return [];
    const message = `Maximum ${label} must be greater than or equal to Minimum ${label}.`;
    return [{ field: `${name}End`, message }];
  });
}
