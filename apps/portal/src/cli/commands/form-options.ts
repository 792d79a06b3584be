import { type FileSection, fileSection } from '@tidewaiter/records';
import { type Command, InvalidArgumentError } from 'commander';

/** What an operator says about the form of a file, where it is found out wrongly or not at all. */
export interface FormOptions {
  encoding?: string;
  delimiter?: string;
  headerRow?: number;
  sheet?: string;
}

export function addFormOptions(command: Command): Command {
  return command
    .option('--encoding <name>', 'the encoding of a text file, for instance windows-1252', said('encoding', String))
    .option('--delimiter <sign>', 'what stands between its cells; tab for a tab', said('delimiter', signOf))
    .option('--header-row <line>', 'the line or row of the header, from 1; 0: there is none', said('headerRow', Number))
    .option('--sheet <name>', 'the sheet of a workbook');
}

export function formOf({ encoding, delimiter, headerRow, sheet }: FormOptions): FileSection {
  return {
    ...(encoding !== undefined && { encoding }),
    ...(delimiter !== undefined && { delimiter }),
    ...(headerRow !== undefined && { headerRow }),
    ...(sheet !== undefined && { sheet }),
  };
}

const signOf = (text: string) => (text === 'tab' ? '\t' : text);

const TAKES = {
  encoding: 'utf-8, utf-16le, utf-16be, windows-1252, cp850 …',
  delimiter: 'one sign that is no letter, digit or quote, or tab',
  headerRow: 'a line from 1 to 50, or 0',
} as const;

/** Held against what a mapping may say of it. */
function said<Value>(name: keyof typeof TAKES, read: (text: string) => Value) {
  return (text: string): Value => {
    const value = read(text);
    if (!fileSection.shape[name].safeParse(value).success) throw new InvalidArgumentError(`It takes: ${TAKES[name]}.`);
    return value;
  };
}
