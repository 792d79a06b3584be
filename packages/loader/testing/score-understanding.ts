import { MAIN_COLUMNS } from '../src/understand/columns/header-candidates.js';
import { type FileSample, type Understanding, understandFile } from '../src/understand/understand-file.js';
import type { WholeFile } from './invented-files.js';

/** What became of columns and of what is said of a file as a whole. */
export interface Score {
  /** Rightly mapped or left out, without a question. */
  right: number;
  /** Asked about, with the right answer proposed. */
  asked: number;
  /** Asked about, with a wrong proposal. */
  wrong: number;
  /** Columns beside the main ones that were left out without a word. */
  missed: number;
  /** Wrong without a word: a wrong column, or a main one left out. */
  silent: string[];
}

export const noScore = (): Score => ({ right: 0, asked: 0, wrong: 0, missed: 0, silent: [] });

/** What is right of a file, beside what is known of it. */
interface Known extends FileSample {
  right: readonly (readonly string[])[];
  whole: WholeFile;
}

/** Adds what is understood of a file to a score. */
export function scoreFile(file: Known, score: Score): void {
  const found = understandFile(file);
  const asks = (text: string) => found.unclear.some((question) => question.includes(text));
  file.header.forEach((name, column) => {
    const answer = found.columns[column]?.target ?? '-';
    const right = file.right[column] ?? [];
    const isMain = right.some((each) => MAIN_COLUMNS.has(each)) && !right.includes('-');
    count(
      score,
      right.includes(answer),
      asks(`"${name}"`) || (right.includes('record_date') && asks('no column holds the date')),
      answer === '-' && !isMain,
      `${file.fileName}: ${name} is ${answer}`,
    );
  });
  for (const [what, is, asked] of factsOf(found, file.whole)) {
    count(score, is, asks(asked), false, `${file.fileName}: ${what}`);
  }
}

function count(score: Score, isRight: boolean, isAsked: boolean, isSide: boolean, what: string): void {
  if (isAsked && isRight) score.asked += 1;
  else if (isAsked) score.wrong += 1;
  else if (isRight) score.right += 1;
  else if (isSide) score.missed += 1;
  else score.silent.push(what);
}

/** What is said of the file: what it is, whether it is right, and what a question of it holds. */
function factsOf({ mapping, trade, country }: Understanding, whole: WholeFile): [string, boolean, string][] {
  const source = mapping.columns.currency;
  const currency =
    source === undefined ? undefined : 'constant' in source ? source.constant : 'from' in source ? source.from : '';
  const facts: [string, boolean, string][] = [];
  if (whole.country) facts.push([`country ${country.country}`, country.country === whole.country, 'which country']);
  if (whole.trade) facts.push([`trade ${trade.trade}`, trade.trade === whole.trade, 'imports or exports?']);
  if (whole.currency) facts.push([`currency ${currency}`, currency === whole.currency, ' in']);
  if (whole.dateFormat)
    facts.push([`dates ${mapping.dateFormat}`, mapping.dateFormat === whole.dateFormat, 'the dates:']);
  return facts;
}

/** The score as a line of a report. */
export function inWords(what: string, { right, asked, wrong, missed, silent }: Score): string {
  const all = right + asked + wrong + missed + silent.length;
  const share = (some: number) => `${some} (${((100 * some) / Math.max(1, all)).toFixed(1)}%)`;
  return [
    `${what}: ${all} columns and facts; right ${share(right)}, asked ${share(asked)}, asked and proposed wrong ${share(wrong)}, ` +
      `left out beside the main ones ${share(missed)}, silent wrong ${share(silent.length)}`,
    ...silent.map((each) => `  ${each}`),
  ].join('\n');
}
