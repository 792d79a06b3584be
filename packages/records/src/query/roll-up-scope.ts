import { addMonths, firstOfMonth, lastOfMonth, type TradeType } from '@tidewaiter/contract';
import type { Parameter } from '../engine/engine.js';
import { type DataVersion, visibleSums } from '../versions/data-version.js';
import { joinedParameters } from '../versions/joined-parties.js';
import type { Scope } from './entitlement.js';

/** The months that a scope touches, and those that lie in it from first to last day; of the latter there may be none. */
export function monthsOf({ fromDate, toDate }: Pick<Scope, 'fromDate' | 'toDate'>) {
  const [from, upto] = [firstOfMonth(fromDate), firstOfMonth(toDate)];
  return {
    from,
    upto,
    wholeFrom: from === fromDate ? from : addMonths(from, 1),
    wholeUpto: toDate === lastOfMonth(toDate) ? upto : addMonths(upto, -1),
  };
}

/**
 * What may be seen of a roll-up, as a condition over its rows: the entitlement's countries within the asked ones, and the loads
 * of a data version. Dates are by month, and so need an expression more: see {@link WHOLE} and {@link IN_WHOLE_MONTHS}.
 */
export function rollUpScope(
  tradeType: TradeType,
  scope: Scope,
  version: DataVersion,
): { sql: string; parameters: Record<string, Parameter> } {
  const visible = visibleSums(version);
  const months = monthsOf(scope);
  return {
    sql: `trade_type = {trade_type:String} AND country IN {countries:Array(String)} AND ${visible.sql}`,
    parameters: {
      trade_type: tradeType,
      countries: scope.countryCode,
      whole_from: months.wholeFrom,
      whole_upto: months.wholeUpto,
      ...visible.parameters,
      ...joinedParameters(version),
    },
  };
}

/** Whether a month lies in the scope wholly. */
export const WHOLE = '(month BETWEEN {whole_from:Date} AND {whole_upto:Date})';

/** The records of a row's months that lie in the scope wholly. */
export const IN_WHOLE_MONTHS = `arraySum((month, n) -> if(${WHOLE}, n, 0), months, month_records)`;

/** Whether a record lies in a month that the scope cuts. */
export const IN_CUT_MONTHS = 'toStartOfMonth(record_date) NOT BETWEEN {whole_from:Date} AND {whole_upto:Date}';

/** Whether the scope cuts a month, of which the roll-ups do not know what lies in it. */
export function cutsMonths(scope: Scope): boolean {
  const { from, upto, wholeFrom, wholeUpto } = monthsOf(scope);
  return from !== wholeFrom || upto !== wholeUpto;
}
