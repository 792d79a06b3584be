/** Whether a value and the same in dollars are counted in the same thousands. */
import { TARGET_COLUMNS } from '@tidewaiter/contract';
import type { RecordEngine } from '@tidewaiter/records/loading';
import { ratesOf } from '../checks/load-figures.js';
import { amountTimes, type Times } from '../layout/amount.js';
import { numberReader } from '../recognise/number-format.js';
import { type Answers, answerTimes, type OpenQuestion } from './answers.js';
import { median } from './arithmetic.js';
import { aboutDollars } from './currency-evidence.js';
import type { ProposedMapping } from './mapping.js';
import { ENOUGH, OFF_RATE } from './weights.js';

const LOCAL = TARGET_COLUMNS.filter(
  ({ name, unit }) => name === 'total_value' || (/^total_/.test(name) && unit !== 'USD'),
);

/**
 * What one of each of two amounts is, where they are off the rate by a power of ten, by the rates that are loaded or by what a currency is
 * about: the dollars as they were said to be, else asked.
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
): Promise<{ times: Readonly<Record<string, Times>>; question?: OpenQuestion }> {
  const amountIn = (target: string) => {
    const source = mapping.columns[target];
    if (!source || !('from' in source) || typeof source.from !== 'string') return undefined;
    return { target, name: source.from, column: header.indexOf(source.from), times: source.times ?? 1 };
  };
  const [local, dollars] = [LOCAL.flatMap(({ name }) => amountIn(name) ?? [])[0], amountIn('total_value_usd')];
  const said = mapping.columns.currency;
  const currency =
    LOCAL.find(({ name }) => name === local?.target)?.unit ?? (said && 'constant' in said ? said.constant : undefined);
  if (!local || !dollars || currency === undefined || currency === 'USD') return { times: {} };
  const rate = (await ratesOf(engine, 0)).get(currency) ?? aboutDollars().get(currency);
  const numberOf = numberReader(mapping);
  const ratios = rows.flatMap((row) => {
    const [own, usd] = [local, dollars].map(({ column, times }) => (numberOf(row[column]?.trim() ?? '') ?? 0) * times);
    return own && usd && own > 0 && usd > 0 ? [own / usd] : [];
  });
  const off = (rate ?? 0) / median(ratios);
  if (rate === undefined || ratios.length < ENOUGH.named || (off < OFF_RATE && off > 1 / OFF_RATE))
    return { times: {} };
  const power = 10 ** Math.round(Math.log10(off));
  const answered = answers.times.get(dollars.name);
  if (answered !== undefined) {
    const own = amountTimes(answered * power);
    return { times: own ? { [local.target]: own } : {} };
  }
  const least = Math.max(1, 1 / power);
  return {
    times: {},
    question: {
      text: `how many dollars is one of "${dollars.name}"? "${local.name}" is ${Number(median(ratios).toPrecision(2))} times it, and a dollar ${Number(rate.toPrecision(2))} ${currency}`,
      answers: [least, least * 1000].map((times) => answerTimes(dollars.name, dollars.target, times)),
      mustBeAnswered: true,
    },
  };
}
