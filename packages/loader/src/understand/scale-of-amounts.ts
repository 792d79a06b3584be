/** Whether a value and the same in dollars are counted in the same thousands, by the rates that are loaded, or by what a currency is about. */
import { TARGET_COLUMNS } from '@tidewaiter/contract';
import type { RecordEngine } from '@tidewaiter/records/loading';
import { ratesOf } from '../checks/load-figures.js';
import { amountTimes, type Times } from '../layout/amount.js';
import { numberReader } from '../recognise/number-format.js';
import { aboutDollars } from './about-dollars.js';
import { type Answers, answerTimes, type OpenQuestion } from './answers.js';
import type { ProposedMapping } from './propose-mapping.js';

/** Rows that tell, and how far off the rate is no rate of another day. */
const ENOUGH = 3;
const OFF = 30;

const LOCAL = TARGET_COLUMNS.filter(
  ({ name, unit }) => name === 'total_value' || (/^total_/.test(name) && unit !== 'USD'),
);

interface Scale {
  times: Readonly<Record<string, Times>>;
  question?: OpenQuestion;
}

/**
 * What one of each of two amounts is, where they are off the rate by a power of ten: the dollars as they were said to be, else asked.
 *
 * @returns what one is, by record column
 */
export async function scaleOf(
  engine: RecordEngine,
  {
    mapping,
    header,
    rows,
  }: { mapping: ProposedMapping; header: readonly string[]; rows: readonly (readonly string[])[] },
  answers: Answers,
): Promise<Scale> {
  const none: Scale = { times: {} };
  const amountIn = (target: string) => {
    const source = mapping.columns[target];
    if (!source || !('from' in source) || typeof source.from !== 'string') return undefined;
    return { target, name: source.from, column: header.indexOf(source.from), times: source.times ?? 1 };
  };
  const [local, dollars] = [LOCAL.flatMap(({ name }) => amountIn(name) ?? [])[0], amountIn('total_value_usd')];
  const said = mapping.columns.currency;
  const ofColumn = LOCAL.find(({ name }) => name === local?.target)?.unit;
  const currency = ofColumn ?? (said && 'constant' in said ? said.constant : undefined);
  if (!local || !dollars || currency === undefined || currency === 'USD') return none;
  const rate = (await ratesOf(engine, 0)).get(currency) ?? aboutDollars().get(currency);
  const numberOf = numberReader(mapping);
  const ratios = rows.flatMap((row) => {
    const [own, usd] = [local, dollars].map(({ column, times }) => (numberOf(row[column]?.trim() ?? '') ?? 0) * times);
    return own && usd && own > 0 && usd > 0 ? [own / usd] : [];
  });
  if (rate === undefined || ratios.length < ENOUGH) return none;
  const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? rate;
  const off = rate / ratio;
  if (off < OFF && off > 1 / OFF) return none;
  const power = 10 ** Math.round(Math.log10(off));
  const least = Math.max(1, 1 / power);
  const answered = answers.times.get(dollars.name);
  if (answered !== undefined) {
    const own = amountTimes(answered * power);
    return { times: { ...(own && { [local.target]: own }) } };
  }
  return {
    ...none,
    question: {
      text: `how many dollars is one of "${dollars.name}"? "${local.name}" is ${Number(ratio.toPrecision(2))} times it, and a dollar ${Number(rate.toPrecision(2))} ${currency}`,
      answers: [least, least * 1000].map((times) => answerTimes(dollars.name, dollars.target, times)),
      mustBeAnswered: true,
    },
  };
}
