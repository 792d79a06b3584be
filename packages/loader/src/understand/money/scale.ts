/** Whether a value and the same in dollars are counted in the same thousands. */
import { TARGET_COLUMNS } from '@tidewaiter/contract';
import type { RecordEngine } from '@tidewaiter/records/loading';
import { loadRatesInForce } from '../../checks/load-figures.js';
import { amountTimes, type Times } from '../../layout/amount.js';
import { readHeaders } from '../../recognise/header-words.js';
import { numberReader } from '../../recognise/number-format.js';
import { median } from '../columns/arithmetic.js';
import { SCALES } from '../columns/header-candidates.js';
import { ENOUGH, OFF_RATE } from '../columns/weights.js';
import { type Answers, answerTimes, type OpenQuestion } from '../proposal/answers.js';
import type { ProposedMapping } from '../proposal/proposed-mapping.js';
import { aboutDollars } from './currency-by-rows.js';

const LOCAL = TARGET_COLUMNS.filter(
  ({ name, unit }) => name === 'total_value' || (/^total_/.test(name) && unit !== 'USD'),
);

/** An amount of a file: what one of its numbers is, and whether that was said of it. */
interface ScaledAmount {
  target: string;
  name: string;
  times: number;
  isSaid: boolean;
}

export interface ScaleFinding {
  /** What one is, by record column. */
  times: Readonly<Record<string, Times>>;
  question?: OpenQuestion | undefined;
}

/**
 * What one of each of two amounts is: where they are off the rate by a power of ten, what was said of one, or its own name says, gives the
 * other; where neither is known, or what follows is no scale, it is asked.
 *
 * @param ratio of the value to the dollars, with what one of each is taken to be
 * @param rate units of the currency to the dollar
 */
export function settleScale(
  local: ScaledAmount,
  dollars: ScaledAmount,
  { ratio, rate, currency }: { ratio: number; rate: number; currency: string },
): ScaleFinding {
  const off = rate / ratio;
  if ((local.isSaid && dollars.isSaid) || (off < OFF_RATE && off > 1 / OFF_RATE)) return { times: {} };
  const power = 10 ** Math.round(Math.log10(off));
  const isKnown = ({ isSaid, times }: ScaledAmount) => isSaid || times > 1;
  const follows =
    dollars.isSaid || (isKnown(dollars) && !isKnown(local))
      ? { ...local, times: local.times * power }
      : isKnown(local) && !isKnown(dollars)
        ? { ...dollars, times: dollars.times / power }
        : undefined;
  const own = follows && amountTimes(follows.times);
  if (follows && own) return { times: { [follows.target]: own } };
  const open = follows?.target === local.target ? local : dollars;
  const what = open === local ? currency : 'dollars';
  const least = open === local ? 1 : Math.max(1, 1 / power);
  return {
    times: {},
    question: {
      text: `how many ${what} is one of "${open.name}"? "${local.name}" is ${Number(ratio.toPrecision(2))} times ${open === local ? `"${dollars.name}"` : 'it'}, and a dollar ${Number(rate.toPrecision(2))} ${currency}`,
      answers: [least, least * 1000].map((times) => answerTimes(open.name, open.target, times)),
      mustBeAnswered: true,
    },
  };
}

/** A scale that another sheet of the workbook says of amounts, which may be those of this one. */
export function scaleInNotes(notes: readonly string[], { name, target }: { name: string; target: string }) {
  for (const [at, { concepts: words, currencies }] of readHeaders(notes).entries()) {
    const scale = [...SCALES].find(([word]) => words.has(word))?.[1];
    if (scale === undefined || (currencies.length === 0 && !words.has('usd') && !words.has('value'))) continue;
    return {
      text: `what is one of "${name}"? Another sheet says "${notes[at]?.trim()}"`,
      answers: [scale, 1].map((times) => answerTimes(name, target, times)),
      mustBeAnswered: true,
    };
  }
  return undefined;
}

/**
 * What one of each of two amounts is, by the rates that are loaded or by what a currency is about; of one alone, by what stands on other sheets.
 */
export async function findScale(
  engine: RecordEngine,
  {
    mapping,
    header,
    rows,
    notes,
  }: {
    mapping: ProposedMapping;
    header: readonly string[];
    rows: readonly (readonly string[])[];
    notes: readonly string[];
  },
  answers: Answers,
): Promise<ScaleFinding> {
  const amountIn = (target: string) => {
    const source = mapping.columns[target];
    if (!source || !('from' in source) || typeof source.from !== 'string') return undefined;
    return { target, name: source.from, column: header.indexOf(source.from), times: source.times ?? 1 };
  };
  const [local, dollars] = [LOCAL.flatMap(({ name }) => amountIn(name) ?? [])[0], amountIn('total_value_usd')];
  const [first] = [local ?? [], dollars ?? []].flat();
  const isOpen = first !== undefined && first.times === 1 && !answers.times.has(first.name);
  const unsettled = { times: {}, question: isOpen ? scaleInNotes(notes, first) : undefined };
  const currencySource = mapping.columns.currency;
  const currency =
    LOCAL.find(({ name }) => name === local?.target)?.unit ??
    (currencySource && 'constant' in currencySource ? currencySource.constant : undefined);
  if (!local || !dollars || currency === undefined || currency === 'USD') return unsettled;
  const rate = (await loadRatesInForce(engine, 0)).get(currency) ?? aboutDollars().get(currency);
  const numberOf = numberReader(mapping);
  const ratios = rows.flatMap((row) => {
    const [own, usd] = [local, dollars].map(({ column, times }) => (numberOf(row[column]?.trim() ?? '') ?? 0) * times);
    return own && usd && own > 0 && usd > 0 ? [own / usd] : [];
  });
  if (rate === undefined || ratios.length < ENOUGH.named) return unsettled;
  const [own, usd] = [local, dollars].map((each) => ({ ...each, isSaid: answers.times.has(each.name) }));
  return own && usd ? settleScale(own, usd, { ratio: median(ratios), rate, currency }) : { times: {} };
}
