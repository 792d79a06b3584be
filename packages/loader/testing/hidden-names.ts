/** Files whose columns have names that say nothing: what is understood of them is understood from values. */
import { MAIN_COLUMNS } from '../src/understand/unclear.js';
import { understandFile } from '../src/understand/understand-file.js';
import type { InventedFile } from './invented-files.js';
import { randomFrom } from './lifelike-files.js';

/** All names are `C1`, `C2` … , or a third of them words of no language. */
export type Hidden = 'all' | 'third';

const LETTERS = 'bdfgklmnprstvz';
const VOWELS = 'aeiou';

function hide({ header, fileName }: InventedFile, hidden: Hidden): string[] {
  if (hidden === 'all') return header.map((_, column) => `C${column + 1}`);
  const random = randomFrom([...fileName].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
  const letter = (of: string) => of[Math.floor(random() * of.length)] ?? '';
  const word = () => Array.from({ length: 4 }, () => `${letter(LETTERS)}${letter(VOWELS)}q`).join('');
  return header.map((name) => (random() < 1 / 3 ? word() : name));
}

/** What became of the main columns, and of others that were taken for one. */
export interface HiddenScore {
  right: number;
  /** Asked with the right answer proposed first, with it among the answers, and with neither. */
  proposed: number;
  offered: number;
  asked: string[];
  silent: string[];
}

export function scoreHidden(files: readonly InventedFile[], hidden: Hidden): HiddenScore {
  const score: HiddenScore = { right: 0, proposed: 0, offered: 0, asked: [], silent: [] };
  for (const file of files) {
    const header = hide(file, hidden);
    const { trade, country } = file.whole;
    const found = understandFile({ ...file, header, tradeType: trade, country });
    header.forEach((name, column) => {
      const right = file.right[column] ?? [];
      const answer = found.columns[column]?.target ?? '-';
      const isMain = right.some((each) => MAIN_COLUMNS.has(each)) && !right.includes('-');
      // A column that holds the same as the one that was taken is as right.
      const isSame = found.columns.some(
        ({ target }, other) => target && right.includes(target) && file.rows.every((row) => row[other] === row[column]),
      );
      // A value is as right where its rows show dollars, or its currency is asked about.
      const isOfCurrency = answer === 'total_value' && right.includes('total_value_usd');
      const currency = found.mapping.columns.currency;
      const isInDollars = currency !== undefined && 'constant' in currency && currency.constant === 'USD';
      const asksCurrency =
        isOfCurrency && (isInDollars || found.unclear.some((text) => text.includes(`currency is "${name}" in`)));
      const isRight = right.includes(answer) || isSame || asksCurrency;
      const question = found.questions.find(({ text }) => text.includes(`"${name}"`));
      const isOfDate = right.includes('record_date') && found.unclear.some((text) => text.includes('holds the date'));
      const what = `${file.fileName}: ${name} (${file.header[column]}) is ${answer}, ${found.columns[column]?.reason}`;
      // Of two values the one is meant that is in the currency of a column, which is known by its name alone.
      const isOfHidden =
        file.header.indexOf(file.whole.currency ?? '') >= 0 && !header.includes(file.whole.currency ?? '');
      if (isOfHidden && right.includes('total_value') && name === file.header[column]) return;
      if (!isMain && (isRight || question || answer === '-')) return;
      if (question && isRight) score.proposed += 1;
      else if (question?.answers.some((each) => right.some((target) => each.includes(`${name}=${target}`))))
        score.offered += 1;
      else if (question || isOfDate) score.asked.push(what);
      else if (isRight) score.right += 1;
      else score.silent.push(what);
    });
  }
  return score;
}

export function hiddenInWords(what: string, { right, proposed, offered, asked, silent }: HiddenScore): string {
  const all = right + proposed + offered + asked.length + silent.length;
  return [
    `${what}: ${all} main columns; right ${right}, asked and proposed ${proposed}, asked and offered ${offered}, asked and proposed wrong ${asked.length}, ` +
      `silent wrong ${silent.length}`,
    ...silent.map((each) => `  silent: ${each}`),
    ...asked.map((each) => `  asked: ${each}`),
  ].join('\n');
}
