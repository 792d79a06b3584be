/** The dearest query lines that the grammar lets through, by what makes them dear. */
import { LIMITS } from '@tidewaiter/contract';

/** Conditions of a line at most. */
const TERMS = 200;
/** Denied groups in each other at most. */
const DEPTH = 9;

const letter = (number: number) => String.fromCharCode(97 + (number % 26));
const three = (number: number) =>
  letter(number) + letter(Math.floor(number / 26) + number * 7) + letter(number * 11 + 3);

/** As many parts as a line has room for. */
function filled(join: string, part: (at: number) => string): string {
  let line = part(0);
  for (let at = 1; at < TERMS; at += 1) {
    const longer = line + join + part(at);
    if (longer.length > LIMITS.lineLength) break;
    line = longer;
  }
  return line;
}

/** @param number makes all lines different from those of another number, so that nothing kept can answer */
export function dearestLines(number: number): Record<string, string> {
  const at = (index: number) => number * 31 + index;
  return {
    // Nearly every word has one of the letters, and few are meant.
    wildcards: filled(' OR ', (index) => `?${[...three(at(index))].join('?')}`),
    'other spellings': filled(' OR ', (index) => `${three(at(index))}${three(at(index) + 1)}~2`),
    'words nearby': filled(' OR ', (index) => `product:NEAR(${three(at(index))} ${three(at(index) + 1)}, 50)`),
    'parts of names': filled(' OR ', (index) => `company:"${three(at(index))}é"`),
    // Denied on each level, so that nothing of it can be told by an index.
    nested: `${'-(product:"eé" OR '.repeat(DEPTH)}til*${number}x*${')'.repeat(DEPTH)}`,
  };
}
