import { addDays, addMonths, type Dimension } from '@tidewaiter/contract';
import { z } from 'zod';
import { aggregationContext } from '../answers/measured-records.js';
import { groupName } from '../columns/dimensions.js';
import { TEXT_SETTINGS } from '../engine/bindings.js';
import { compileSearch, selected } from '../query/compile.js';
import type { NarrowedQuery, Scope } from '../query/entitlement.js';
import { cachedQuery } from '../query/snapshot.js';
import { groupedBy } from '../versions/joined-parties.js';
import { sum } from './amounts.js';

/** How concentrated a market was in a span of time. */
interface Concentrated {
  /** Groups with a name and a value above zero; the others have no share. */
  groups: number;
  /** Herfindahl-Hirschman index, 0 to 10,000: the sum of the squares of the shares in percent. */
  hhi: number;
  /** Shares of the three largest, in percent of all value, whoever's it is. */
  shares: readonly number[];
  /** Of the groups that have a share. */
  valueUsd: string;
  /** Value of records that do not name the group. */
  unnamedUsd: string;
}

interface SpanConcentration extends Concentrated {
  span: string;
  /** The days of the span that were looked at, where it is not all of them. */
  cut: { from: string; to: string } | null;
}

export interface Concentration {
  /** All of the question at once; null where it finds nothing. */
  whole: Concentrated | null;
  spans: readonly SpanConcentration[];
}

interface ConcentrationQuery {
  query: NarrowedQuery;
  by: Dimension;
  over: Dimension;
}

/** How the shares of a dimension's groups lie, span by span. */
export const concentrationOf = cachedQuery<ConcentrationQuery, Concentration>(
  'concentration',
  async ({ query, by, over }, snapshot) => {
    const { tradeType } = query;
    const selection = compileSearch(query, snapshot);
    const { wide } = await aggregationContext(query.scope, snapshot);
    const columns = [
      `${groupedBy(over, tradeType, snapshot.version)} AS t`,
      `${groupedBy(by, tradeType, snapshot.version)} AS g`,
      'ifNull(total_value_usd, 0) AS usd',
    ];
    const rows = await snapshot.query({
      name: 'analysis.concentration',
      sql: `SELECT is_whole, if(is_whole, '', ${groupName(over, 't')}) AS span, countIf(counts), sumIf(toFloat64(v) * toFloat64(v), counts),
          arrayMap(x -> -x, groupArraySortedIf(3)(-toFloat64(v), counts)),
          toString(sumIf(v, counts)), toString(sumIf(v, NOT named))
        FROM (
          SELECT t, grouping(t) = 1 AS is_whole, ${groupName(by, 'g')} != '' AS named, v > 0 AND named AS counts, ${sum('usd', wide)} AS v
          FROM ${selected(columns.join(', '), selection)} GROUP BY GROUPING SETS ((t, g), (g))
        )
        GROUP BY is_whole, t ORDER BY span`,
      parameters: selection.parameters,
      settings: TEXT_SETTINGS,
      row: z.tuple([
        z.coerce.boolean(),
        z.string(),
        z.coerce.number(),
        z.coerce.number(),
        z.array(z.coerce.number()),
        z.string(),
        z.string(),
      ]),
    });
    const found = rows.map(([isWhole, span, groups, squares, largest, valueUsd, unnamedUsd]) => {
      const total = Number(valueUsd) + Math.max(0, Number(unnamedUsd));
      const concentrated: Concentrated = {
        ...{ groups, valueUsd, unnamedUsd },
        hhi: total > 0 ? toDigitsThatStay((10_000 * squares) / total ** 2) : 0,
        shares: largest.map((value) => (100 * value) / total),
      };
      return { isWhole, span, concentrated };
    });
    return {
      whole: found.find(({ isWhole }) => isWhole)?.concentrated ?? null,
      spans: found.flatMap(({ isWhole, span, concentrated }) =>
        isWhole ? [] : [{ ...concentrated, span, cut: query.scope && cutOf(span, query.scope) }],
      ),
    };
  },
);

/** What a scope leaves of a span (`2024-02`, `2024-Q1` or `2024`); null where that is all of it. */
function cutOf(span: string, { fromDate, toDate }: Scope): SpanConcentration['cut'] {
  const [year = '', part = ''] = span.split('-');
  const [month, length] = part === '' ? ['01', 12] : part.startsWith('Q') ? [FIRST_OF_QUARTER[part], 3] : [part, 1];
  const first = `${year}-${month}-01`;
  const last = addDays(addMonths(first, length), -1);
  const from = first > fromDate ? first : fromDate;
  const to = last < toDate ? last : toDate;
  return from === first && to === last ? null : { from, to };
}

const FIRST_OF_QUARTER: Readonly<Record<string, string>> = { Q1: '01', Q2: '04', Q3: '07', Q4: '10' };

/** Squares are added as floats, in the order in which threads end: the last digits differ from asking to asking. */
const toDigitsThatStay = (value: number) => Math.round(value * 1e6) / 1e6;
