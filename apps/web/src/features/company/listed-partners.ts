/** A company's partners that stand on a list, or do not, as a list of figures whose rows are the total. */
import { type CompanyFigures, type OnList, withoutDecimals } from '@tidewaiter/contract';
import type { ShownPart } from './company-calls.js';
import type { ListOf } from './figure-table.js';

type Partners = ShownPart['partners'];

const NONE: CompanyFigures = { shipments: 0, stated: 0, converted: 0, value_usd: '0' };

/** Takes parts away from a whole. */
function without(whole: CompanyFigures, ...parts: readonly CompanyFigures[]): CompanyFigures {
  const left = (of: (figures: CompanyFigures) => number) => parts.reduce((rest, part) => rest - of(part), of(whole));
  return {
    shipments: left(({ shipments }) => shipments),
    stated: left(({ stated }) => stated),
    converted: left(({ converted }) => converted),
    value_usd: withoutDecimals(whole.value_usd, ...parts.map(({ value_usd }) => value_usd)),
  };
}

/**
 * Leaves those that stand on a list, or those that do not; the others are one row.
 *
 * @param listed sums up all that stand on it, also those beyond the rows
 */
export function partnersOnList(
  { rows, count, others, notStated }: Partners,
  listed: CompanyFigures & { partners: number },
  total: CompanyFigures,
  onList: OnList,
): ListOf<Partners['rows'][number]> {
  const on = rows.filter(({ isListed }) => isListed);
  const unshown = without(listed, ...on);
  if (onList === 'ON')
    return {
      ...{ rows: on, count: listed.partners, others: unshown, notStated: NONE },
      rest: { label: 'Not on the list', figures: without(total, listed) },
    };
  return {
    ...{ rows: rows.filter(({ isListed }) => !isListed), count: count - listed.partners },
    ...{ others: without(others, unshown), notStated },
    rest: { label: 'On the list', figures: without(listed) },
  };
}
