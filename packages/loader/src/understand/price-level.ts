import { type KnownFigures, timesOfPrices } from '../checks/sanity-checks.js';
import { hsCodeOf } from '../cleaning/hs-codes.js';
import { standardUnitOf } from '../cleaning/units.js';
import { numberReader } from '../recognise/number-format.js';
import type { OpenQuestion } from './answers.js';
import type { ProposedMapping } from './propose-mapping.js';

/** Prices that are as far apart as those of one money may be. */
const ALIKE = 6;

const CURRENCY = /^--set currency=([A-Z]{3})$/;

/** The column whose currency nothing names, where that is asked. */
export function valueWithoutCurrency(questions: readonly OpenQuestion[], mapping: ProposedMapping): string | undefined {
  const isAsked = questions.some(
    ({ answers }) => answers.length > 0 && answers.every((answer) => CURRENCY.test(answer)),
  );
  const value = mapping.columns.total_value;
  return isAsked && value && 'from' in value && typeof value.from === 'string' ? value.from : undefined;
}

/**
 * Puts the likelier currency of a value first where nothing names one: what its units cost, held against what is loaded in USD. A value of
 * the same level is in USD, one of another level in the country's own.
 */
export function proposeByPrices(
  questions: readonly OpenQuestion[],
  file: { mapping: ProposedMapping; header: readonly string[]; rows: readonly (readonly string[])[] },
  known: readonly KnownFigures[],
): OpenQuestion[] {
  const isOfCurrency = ({ answers }: OpenQuestion) =>
    answers.length === 2 &&
    answers.every((answer) => CURRENCY.test(answer)) &&
    answers.some((answer) => answer.endsWith('=USD'));
  if (known.length === 0 || !questions.some(isOfCurrency)) return [...questions];
  const prices = pricesOf(file);
  const own = known.filter(
    ({ country, tradeType }) => country === file.mapping.country && tradeType === file.mapping.trade,
  );
  const times = timesOfPrices(prices, own) ?? timesOfPrices(prices, known);
  if (times === undefined) return [...questions];
  const isInDollars = times < ALIKE && times > 1 / ALIKE;
  return questions.map((question) => {
    if (!isOfCurrency(question)) return question;
    const answers = question.answers.toSorted((a, b) => Number(b.endsWith('=USD')) - Number(a.endsWith('=USD')));
    const level = Number(times.toPrecision(1)).toLocaleString('en-US');
    return {
      ...question,
      text: `${question.text}; a unit costs about ${level} times what is loaded in USD`,
      answers: isInDollars ? answers : answers.toReversed(),
    };
  });
}

/** What a unit costs in the value's own money, by chapter and standard unit. */
function pricesOf({ mapping, header, rows }: Parameters<typeof proposeByPrices>[1]) {
  const place = (target: string) => {
    const source = mapping.columns[target];
    return source && 'from' in source && typeof source.from === 'string' ? header.indexOf(source.from) : -1;
  };
  const [value, quantity, unit, code] = ['total_value', 'quantity', 'unit', 'hs_code'].map(place);
  const numberOf = numberReader(mapping);
  const prices = new Map<string, number[]>();
  for (const row of rows) {
    const at = (column: number | undefined) => row[column ?? -1]?.trim() ?? '';
    const [amount, many] = [numberOf(at(value)), numberOf(at(quantity))];
    const standard = standardUnitOf(at(unit));
    const chapter = hsCodeOf(at(code)).slice(0, 2);
    if (!amount || !many || amount <= 0 || many <= 0 || standard === undefined || chapter === '') continue;
    const key = `${chapter} ${standard.unit}`;
    prices.set(key, [...(prices.get(key) ?? []), amount / (many * standard.factor)]);
  }
  return [...prices].map(([key, some]) => {
    const [chapter = '', unitOf = ''] = key.split(' ');
    const median = some.toSorted((a, b) => a - b)[Math.floor(some.length / 2)] ?? 0;
    return { chapter, unit: unitOf, records: some.length, median };
  });
}
