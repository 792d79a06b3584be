import { COVERAGE_SHARES, type CoverageShare, daysBetween, type TradeType } from '@tidewaiter/contract';
import type { MonthCoverage } from './coverage.js';

/** What is loaded of one country and trade type: how much, how fresh, how complete. */
export interface SourceCoverage {
  country: string;
  tradeType: TradeType;
  records: number;
  /** Days of the first and the last record. */
  firstDay: string;
  lastDay: string;
  /** By how many days the last record lies behind today; 0 where it lies ahead. */
  lagDays: number;
  /** How many of the records say it. */
  saying: Readonly<Record<CoverageShare, number>>;
  /** Those that have any records, in their order. */
  months: readonly MonthCoverage[];
}

/** Months put together by country and trade type, in the order in which they come. */
export function bySource(months: readonly MonthCoverage[], today: string): SourceCoverage[] {
  const sources = new Map<string, MonthCoverage[]>();
  for (const month of months) {
    const name = `${month.country} ${month.tradeType}`;
    sources.set(name, [...(sources.get(name) ?? []), month]);
  }
  return [...sources.values()].flatMap((of) => {
    const [first] = of;
    return first ? [together(of, first, today)] : [];
  });
}

function together(months: readonly MonthCoverage[], first: MonthCoverage, today: string): SourceCoverage {
  const sum = (of: (month: MonthCoverage) => number) => months.reduce((total, month) => total + of(month), 0);
  const lastDay = months.reduce((last, month) => (month.lastDay > last ? month.lastDay : last), first.lastDay);
  return {
    country: first.country,
    tradeType: first.tradeType,
    records: sum(({ records }) => records),
    firstDay: months.reduce((earliest, { firstDay }) => (firstDay < earliest ? firstDay : earliest), first.firstDay),
    lastDay,
    lagDays: Math.max(0, daysBetween(lastDay, today)),
    saying: Object.fromEntries(COVERAGE_SHARES.map((share) => [share, sum(({ saying }) => saying[share])])) as Record<
      CoverageShare,
      number
    >,
    months,
  };
}
