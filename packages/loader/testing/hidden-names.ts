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
  asked: number;
  /** Wrong, and told but not asked. */
  told: string[];
  silent: string[];
}

export function scoreHidden(files: readonly InventedFile[], hidden: Hidden): HiddenScore {
  const score: HiddenScore = { right: 0, proposed: 0, offered: 0, asked: 0, told: [], silent: [] };
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
      const isRight = right.includes(answer) || isSame;
      const question = found.questions.find(({ text }) => text.includes(`"${name}"`));
      const isTold = found.unasked.some((text) => text.includes(`"${name}"`));
      const isOfDate = right.includes('record_date') && found.unclear.some((text) => text.includes('holds the date'));
      const what = `${file.fileName}: ${name} (${file.header[column]}) is ${answer}, ${found.columns[column]?.reason}`;
      if (!isMain && (isRight || question || answer === '-')) return;
      if (question && isRight) score.proposed += 1;
      else if (question?.answers.some((each) => right.some((target) => each.includes(`${name}=${target}`)))) score.offered += 1;
      else if (question || isOfDate) score.asked += 1;
      else if (isRight) score.right += 1;
      else if (isTold) score.told.push(what);
      else score.silent.push(what);
    });
  }
  return score;
}

export function hiddenInWords(what: string, { right, proposed, offered, asked, told, silent }: HiddenScore): string {
  const all = right + proposed + offered + asked + told.length + silent.length;
  return [
    `${what}: ${all} main columns; right ${right}, asked and proposed ${proposed}, asked and offered ${offered}, asked and proposed wrong ${asked}, ` +
      `told ${told.length}, silent wrong ${silent.length}`,
    ...silent.map((each) => `  ${each}`),
  ].join('\n');
}
