import { OperatorError, type SourceCountry } from '@tidewaiter/contract';
import {
  type Answered,
  type Consequence,
  type LoadedFile,
  type LoadPreview,
  mustAnswer,
  type NamedInAnswers,
  type PreviewedQuestion,
  type UnresolvedMapping,
  withAnswer,
} from '@tidewaiter/loader';
import type { CommandContext } from '../shell/context.js';
import { count, plainLine } from '../shell/print.js';

/** Answers of this command by what was asked: a file after another is not asked the same again. */
export type Remembered = Map<string, Answered>;

/** Whether each question can be answered in one line; some need a mapping that is edited. */
export const canBeAsked = ({ questions }: LoadPreview) => questions.every(({ answers }) => answers.length > 0);

/**
 * Asks what a file leaves open, one question after the other.
 *
 * @param named finds a mapping or a layout by its name
 * @throws OperatorError when no answer comes
 */
export async function askOperator(
  context: CommandContext,
  { file: asked, understood, preview }: UnresolvedMapping,
  remembered: Remembered,
  named: NamedInAnswers,
): Promise<LoadedFile> {
  let file: LoadedFile = asked;
  const { questions = [], rows = 0, asProposed = null } = preview ?? {};
  const header = understood.columns.map((column) => column.header);
  context.out(
    `${understood.file} leaves ${questions.length === 1 ? 'a question' : `${questions.length} questions`} open.`,
  );
  if (rows < understood.rows) context.out(`  Told of its first ${count(rows)} rows:`);
  for (const [index, question] of questions.entries()) {
    const same = `${question.text} ${question.answers.join(' ')}`;
    const before = remembered.get(same);
    context.out(`Question ${index + 1} of ${questions.length}: ${plainLine(question.text)}`);
    if (before !== undefined) context.out(`  answered as before: ${before ?? 'as it is proposed'}`);
    else printChoices(context, question, asProposed);
    const answer = before === undefined ? await answerTo(context, question, header) : before;
    remembered.set(same, answer);
    const { file: answered, changesOthers } = await withAnswer(file, question.text, answer, named);
    file = answered;
    if (changesOthers) return file;
  }
  return file;
}

function printChoices(context: CommandContext, question: PreviewedQuestion, asProposed: Consequence | null): void {
  const line = (text: string) => context.out(`  ${plainLine(text)}`);
  for (const { header, examples, sum } of question.columns) {
    line(`"${header}": ${[...examples, ...(sum === null ? [] : [`sum ${amount(sum)}`])].join(' · ')}`);
  }
  if (!question.mustBeAnswered) line(`Enter  as it is proposed${leadsTo(asProposed)}`);
  question.answers.forEach((answer, index) => {
    if (isBlank(question, answer)) line(`       ${answer}`);
    else line(`${String(index + 1).padEnd(5)}  ${answer}${leadsTo(question.leads[index])}`);
  });
}

function leadsTo(consequence: Consequence | null | undefined): string {
  if (!consequence) return '';
  const { rows, usd, months } = consequence;
  const value = usd === null ? 'no value in USD' : `USD ${amount(usd)} in all`;
  return `: ${[`${count(rows)} rows`, value, ...(months ? [inMonths(months)] : [])].join(', ')}`;
}

const inMonths = ({ first, last, count: months }: NonNullable<Consequence['months']>) =>
  months === 1 ? first : `${count(months)} months from ${first} to ${last}`;

const amount = (sum: string) => Number(sum).toLocaleString('en-US', { maximumFractionDigits: 2 });

/** Whether an answer is one only once the operator has filled a name in. */
const isBlank = ({ blank, mustBeAnswered }: PreviewedQuestion, answer: string) =>
  mustBeAnswered === true && blank !== undefined && answer.includes(blank);

async function answerTo(
  context: CommandContext,
  question: PreviewedQuestion,
  header: readonly string[],
): Promise<Answered> {
  const prompt = promptOf(question);
  const sources = await (await context.services()).records.countries.list();
  for (;;) {
    const typed = ((await context.ask?.(prompt)) ?? '').trim();
    try {
      return readTyped(typed, question, header, sources);
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      for (const text of [error.message, ...error.details]) context.out(`  ${plainLine(text)}`);
    }
  }
}

function promptOf(question: PreviewedQuestion): string {
  const { blank, answers } = question;
  const numbers = answers.some((answer) => !isBlank(question, answer)) ? ['a number'] : [];
  const own = blank === 'CODE' ? 'the code' : blank === 'COLUMN' ? 'the column' : 'an answer';
  return `${[...(question.mustBeAnswered ? [] : ['Enter']), ...numbers, own].join(', ')}; Ctrl-C loads nothing: `;
}

/**
 * Reads what was typed to a question.
 *
 * @throws OperatorError when it answers nothing
 */
function readTyped(
  typed: string,
  question: PreviewedQuestion,
  header: readonly string[],
  sources: readonly SourceCountry[],
): Answered {
  const { answers, blank } = question;
  if (typed === '') {
    if (question.mustBeAnswered) throw new OperatorError('Nothing is proposed here.');
    return null;
  }
  const chosen = /^\d+$/.test(typed) ? answers[Number(typed) - 1] : undefined;
  if (chosen !== undefined && !isBlank(question, chosen)) return chosen;
  const [first = ''] = answers;
  const isWhole = typed.startsWith('--') || typed.includes('=');
  const answer = !isWhole && blank !== undefined && answers.length === 1 ? first.replace(blank, () => typed) : typed;
  mustAnswer(answer, header, sources);
  return answer;
}
