import type { HeaderWords } from '../recognise/header-words.js';
import { monthKey, monthNames } from '../recognise/month-names.js';
import type { Concept } from '../recognise/vocabulary.js';
import { type Answers, answerColumn, type OpenQuestion } from './answers.js';
import type { ColumnValues } from './column-values.js';
import { candidatesFor, type FileContext } from './meanings.js';
import { CLEAR } from './unclear.js';

/** The columns of a year, of a month and, where there is one, of a day that make a date together. */
export interface DateParts {
  year: number;
  month: number;
  day?: number | undefined;
  /** How likely their names make it the record's date. */
  score: number;
  /** What they leave open. */
  question?: OpenQuestion | undefined;
}

interface Looked {
  header: readonly string[];
  rows: readonly (readonly string[])[];
  read: readonly HeaderWords[];
  values: readonly ColumnValues[];
}

type Part = 'year' | 'month' | 'date';
const PARTS: readonly Concept[] = ['year', 'month', 'date'];

/** Share of cells that must be what their column is called. */
const NEARLY_ALL = 0.95;
/** Different days from which a column without a name may be one of them, and beyond which a month is rather one. */
const MANY_DAYS = 8;
/** Two names that are this close leave it open which is meant. */
const CLOSE = 0.005;

export const columnsOfParts = ({ year, month, day }: DateParts): number[] => [
  ...[year, month],
  ...(day === undefined ? [] : [day]),
];

/** Which part of a date a name says, and of which date: what else it says. */
function partOf({ concepts, unknown }: HeaderWords): { part: Part; of: string } | undefined {
  const [part] = (['year', 'month', 'date'] as const).filter((each) => concepts.has(each));
  if (part === undefined || (concepts.has('year') && concepts.has('month'))) return undefined;
  const others = [...concepts].filter((word) => !PARTS.includes(word)).sort();
  return { part, of: [...others, ...unknown].join(' ') };
}

/** As likely as the name of the same date in one column. */
function scoreOf(words: HeaderWords | undefined, context: FileContext): number {
  if (words === undefined) return 0;
  const concepts = new Set<Concept>([...words.concepts].filter((word) => !PARTS.includes(word)));
  const candidates = candidatesFor({ ...words, concepts: concepts.add('date') }, context);
  return candidates.find(({ target }) => target === 'record_date')?.score ?? 0;
}

const cellsOf = ({ rows }: Looked, column: number) =>
  rows.flatMap((row) => {
    const cell = row[column]?.trim() ?? '';
    return cell === '' ? [] : [cell];
  });

function are(cells: readonly string[], is: (cell: string) => boolean): boolean {
  return cells.filter(is).length >= NEARLY_ALL * cells.length;
}

const isUpTo = (most: number) => (cell: string) =>
  /^\d{1,2}(\.0+)?$/.test(cell) && Number(cell) >= 1 && Number(cell) <= most;
const isMonth = (cell: string) => isUpTo(12)(cell) || monthNames().has(monthKey(cell));
const isDay = isUpTo(31);

/** All dates that names say in parts: a year and a month of the same, and its day. */
function groupsOf(file: Looked, { context, answers }: { context: FileContext; answers: Answers }): DateParts[] {
  const groups = new Map<string, Partial<Record<Part, number[]>>>();
  file.read.forEach((words, column) => {
    const found = partOf(words);
    const said = answers.columns.get(file.header[column] ?? '');
    if (found === undefined || (said !== undefined && said !== 'record_date')) return;
    const group = groups.get(found.of) ?? {};
    groups.set(found.of, { ...group, [found.part]: [...(group[found.part] ?? []), column] });
  });
  return [...groups.values()].flatMap(({ year = [], month = [], date = [] }) => {
    // A whole date may be called as the day of another is.
    const days = date.filter((column) => are(cellsOf(file, column), (cell) => /^\d{1,3}(\.0+)?$/.test(cell)));
    return year.flatMap((column, at): DateParts[] => {
      const beside = month[at];
      const score = scoreOf(file.read[column], context);
      return beside === undefined || score === 0 ? [] : [{ year: column, month: beside, day: days[at], score }];
    });
  });
}

/** What the values of a date's parts make of it, and what that leaves open. */
function judged(group: DateParts, file: Looked): DateParts {
  const quoted = (column: number) => `"${file.header[column]}"`;
  const is = (column: number, target: string | null = 'record_date') => answerColumn(file.header[column] ?? '', target);
  const { year, month, day, score } = group;
  const ask = (text: string, answers: string[]): OpenQuestion => ({ text, answers });
  if (day === undefined) return { year, month, score };
  const [months, days] = [cellsOf(file, month), cellsOf(file, day)];
  if (days.length === 0 || days.every((cell) => Number(cell) === 0)) return { year, month, score };
  if (!are(months, isMonth) && are(months, isDay) && are(days, isMonth)) {
    const text = `${quoted(month)} holds days, as ${months.find((cell) => !isMonth(cell))}, and ${quoted(day)} may be the month`;
    return { year, month: day, day: month, score, question: ask(text, [is(month), is(month, null)]) };
  }
  if (!are(days, isDay)) {
    const text = `${quoted(day)} is called a day and holds none of a month, as ${days.find((cell) => !isDay(cell))}: without it each date is the first of its month`;
    return { year, month, score, question: ask(text, [is(day, null)]) };
  }
  const [inMonth, inDay] = [new Set(months).size, new Set(days).size];
  // The first of each month stands for it.
  const isStamp = days.every((cell) => Number(cell) === 1);
  if (!isStamp && are(days, isMonth) && inMonth >= MANY_DAYS && inDay * 4 <= inMonth) {
    const text = `${quoted(day)} hardly changes and ${quoted(month)} does: either may be the day of the date`;
    return { year, month, day, score, question: ask(text, [is(day), is(month)]) };
  }
  return { year, month, day, score };
}

/** The group whose day the operator says, with that as its day: the other of the two is then the month. */
function asSaid(groups: readonly DateParts[], file: Looked, answers: Answers): DateParts | undefined {
  const said = [...answers.columns].find(([, target]) => target === 'record_date')?.[0];
  const column = said === undefined ? -1 : file.header.indexOf(said);
  if (column < 0) return undefined;
  const own = groups.find((group) => columnsOfParts(group).includes(column));
  if (own) {
    const { month, day } = own;
    return column === month && day !== undefined ? { ...own, month: day, day: month } : own;
  }
  const isDays = are(cellsOf(file, column), isDay);
  const [first] = groups;
  return first && isDays && first.day === undefined ? { ...first, day: column } : undefined;
}

/** The date that a file has in parts, as the likeliest of its names; what they leave open is a question. */
export function partsOfDate(file: Looked, said: { context: FileContext; answers: Answers }): DateParts | undefined {
  const groups = groupsOf(file, said).sort((a, b) => b.score - a.score || a.year - b.year);
  const [best, other] = groups;
  if (best === undefined) return undefined;
  const answered = asSaid(groups, file, said.answers);
  if (answered) return answered;
  const found = judged(best, file);
  const last = (group: DateParts) => group.day ?? group.month;
  const nameOf = (column: number) => file.header[column] ?? '';
  if (other && best.score - other.score < CLOSE) {
    const either = groups.filter(({ score }) => best.score - score < CLOSE).map(last);
    const text = `which of the days is the record's: ${either.map((column) => `"${nameOf(column)}"`).join(' or ')}? no name says so`;
    return {
      ...found,
      question: { text, answers: either.map((column) => answerColumn(nameOf(column), 'record_date')) },
    };
  }
  if (found.question || best.score >= CLEAR) return found;
  const answers = ['record_date', null].map((target) => answerColumn(nameOf(last(best)), target));
  const names = columnsOfParts(found).map((column) => `"${nameOf(column)}"`);
  return {
    ...found,
    question: { text: `${names.join(', ')} may be the parts of the date: their names say so in part`, answers },
  };
}

/** Days apart from the months of the records' dates, which are then the first of these. */
export function daysLeftOut(
  file: Looked,
  { format, answers }: { format: string | undefined; answers: Answers },
): OpenQuestion | undefined {
  if (format === undefined || /DD|ISO|serial/.test(format)) return undefined;
  const day = file.read.findIndex((words, column) => {
    const isNamed = words.concepts.size === 1 && words.concepts.has('date') && words.unknown.length === 0;
    const cells = cellsOf(file, column);
    return isNamed && cells.length > 0 && are(cells, isDay) && !answers.columns.has(file.header[column] ?? '');
  });
  if (day < 0) return undefined;
  const name = file.header[day] ?? '';
  return {
    text: `"${name}" holds days beside the months of the dates: without it each date is the first of its month`,
    answers: [answerColumn(name, null)],
  };
}
