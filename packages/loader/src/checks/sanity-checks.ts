import type { TradeType } from '@tidewaiter/contract';
import type { LoadFigures } from '@tidewaiter/records/loading';

/** Figures of a load that there is, and whose it is. */
export interface KnownFigures {
  country: string;
  tradeType: TradeType;
  figures: LoadFigures;
}

/** How many times another price, of the same country's imports or exports and of others', looks wrong. */
const OFF_OWN = 6;
const OFF_OTHERS = 25;

/** Records of a chapter and unit whose median tells, and of all chapters together. */
const LEAST_OF_CHAPTER = 10;
const LEAST_OF_ALL = 50;

/** A rate moves within a month; this is no movement. */
const OFF_RATE = 3;
const LEAST_CONVERTED = 10;

/** Values in USD that are off another of the same record: fewer are mistakes of the source. */
const OFF_RECORDS = 0.1;
const LEAST_OFF = 2;

/** A share of codes of 5 or 7 digits, which no country has, or of no heading that there is. */
const ODD_CODES = 0.01;

/**
 * What looks wrong in a load, whoever mapped it: prices that are orders of magnitude away from what is loaded, dollars that do not
 * fit the local values, HS codes without their zeros or of no heading. In words; empty where nothing does.
 */
export function runSanityChecks(
  load: Omit<KnownFigures, 'figures'> & {
    figures: LoadFigures;
    records: number;
    rejected: number;
    saysHsDigits: boolean;
  },
  known: readonly KnownFigures[],
): string[] {
  const { figures } = load;
  const doubts: string[] = [];
  const isOwn = (other: KnownFigures) => other.country === load.country && other.tradeType === load.tradeType;
  const own = offBy(figures, known.filter(isOwn));
  const others = own === undefined ? offBy(figures, known) : undefined;
  if (own !== undefined && isOff(own.times, OFF_OWN))
    doubts.push(`${priced(own)} those of the same source that are loaded`);
  if (others !== undefined && isOff(others.times, OFF_OTHERS))
    doubts.push(`${priced(others)} those of other sources that are loaded`);
  for (const { currency, records, perUsd, rate } of figures.values) {
    if (perUsd === null || rate === null || records < LEAST_CONVERTED || !isOff(perUsd / rate, OFF_RATE)) continue;
    doubts.push(
      `values in ${currency} are ${figure(perUsd)} times their values in USD, where the rate is ${figure(rate)}: is one of the two in another currency?`,
    );
  }
  for (const { column, records, off } of figures.dollars) {
    if (off < LEAST_OFF || off <= records * OFF_RECORDS) continue;
    doubts.push(
      `${off.toLocaleString('en-US')} of ${records.toLocaleString('en-US')} values of ${column} in USD are more than three times off the value in USD of the same rows: is one of the two in another currency?`,
    );
  }
  if (!load.saysHsDigits && figures.oddHsCodes > load.records * ODD_CODES) {
    doubts.push(
      `${figures.oddHsCodes.toLocaleString('en-US')} HS codes have 5 or 7 digits: have they lost a zero? "hsDigits" in the mapping restores it`,
    );
  }
  if (figures.foreignHsCodes > load.records * ODD_CODES) {
    doubts.push(
      `${figures.foreignHsCodes.toLocaleString('en-US')} HS codes are of no heading, and would be of one with a zero before them: is the column right?`,
    );
  }
  return [...doubts, ...whatIsMissing(load)];
}

/** Rows that are rejected beyond those that somebody left out, and values that cleaning took away: fewer are mistakes of the source. */
const MISSING_ROWS = 0.02;
const LEAST_LOST = 2;
/** Of fewer rejected rows every one is shown. */
const LEAST_REJECTED = 10;

/** What the load lacks and its file had. */
function whatIsMissing({ figures, records, rejected }: { figures: LoadFigures; records: number; rejected: number }) {
  const isMuch = (some: number, of: number, least: number) => some >= least && some > of * MISSING_ROWS;
  const all = records + rejected;
  return [
    ...(isMuch(rejected, all, LEAST_REJECTED)
      ? [
          `${count(rejected)} of ${count(all)} rows are rejected, which is more than 2%: their reasons are in the report`,
        ]
      : []),
    ...figures.partiesInBlocks.map(
      ({ column, empty }) =>
        `${column} is empty in ${count(empty)} of ${count(records)} rows, in blocks: is it written on the first row of several that are of one party?`,
    ),
    ...figures.lost
      .filter((lost) => isMuch(lost.records, records, LEAST_LOST))
      .map(
        (lost) => `${lost.column} lost ${count(lost.records)} values that the file has: are they what the column says?`,
      ),
  ];
}

const count = (records: number) => records.toLocaleString('en-US');

const isOff = (times: number, by: number) => times >= by || times <= 1 / by;

interface Off {
  times: number;
  chapters: number;
}

const priced = ({ times, chapters }: Off) =>
  `prices per unit in USD are ${figure(times)} times, over ${chapters} HS ${chapters === 1 ? 'chapter' : 'chapters'},`;

/** How many times the prices of what is known a load's are, by chapter and unit; undefined where too little can be compared. */
function offBy({ prices }: Pick<LoadFigures, 'prices'>, known: readonly KnownFigures[]): Off | undefined {
  const before = new Map<string, { records: number; logs: number }>();
  for (const { chapter, unit, records, median } of known.flatMap(({ figures }) => figures.prices)) {
    if (records < LEAST_OF_CHAPTER || median <= 0) continue;
    const sum = before.get(`${chapter} ${unit}`) ?? { records: 0, logs: 0 };
    before.set(`${chapter} ${unit}`, { records: sum.records + records, logs: sum.logs + records * Math.log(median) });
  }
  const compared = prices.flatMap(({ chapter, unit, records, median }) => {
    const sum = before.get(`${chapter} ${unit}`);
    if (!sum || records < LEAST_OF_CHAPTER || median <= 0) return [];
    return [{ chapter, records, log: Math.log(median) - sum.logs / sum.records }];
  });
  const records = compared.reduce((sum, each) => sum + each.records, 0);
  if (records < LEAST_OF_ALL) return undefined;
  return { times: Math.exp(middle(compared, records)), chapters: new Set(compared.map(({ chapter }) => chapter)).size };
}

/** The median, each chapter counted by its records. */
function middle(compared: readonly { records: number; log: number }[], records: number): number {
  let before = 0;
  for (const { records: own, log } of [...compared].sort((a, b) => a.log - b.log)) {
    before += own;
    if (before * 2 >= records) return log;
  }
  return 0;
}

const figure = (times: number) => Number(times.toPrecision(2)).toLocaleString('en-US', { maximumFractionDigits: 6 });
