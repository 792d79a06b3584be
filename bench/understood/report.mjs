/** What became of files, in tables and in words. */
import { median, table } from '../harness/measure.mjs';
import { FACTS } from './facts.mjs';

/** What may become of a fact; `proposed`: those that are asked about and proposed as they are. */
export const VERDICTS = ['right', 'asked', 'proposed', 'left out', 'wrong'];
const FOUND = ['right', 'asked', 'of these proposed right', 'left out', 'wrong in silence'];

const total = (list, of) => list.reduce((sum, each) => sum + of(each), 0);
const facts = (list, chosen) =>
  VERDICTS.map((verdict) => total(list, ({ counted }) => total(chosen, (fact) => counted[fact][verdict])));

/** Files and facts of rows, by source. */
export function bySource(outcomes) {
  const line = (name, list) => {
    const questions = list.map(({ loaded }) => loaded.questions.length).sort((a, b) => a - b);
    const unaided = list.filter(({ loaded }) => loaded.questions.length === 0 && !loaded.held).length;
    const lost = list.filter(({ loaded }) => !loaded.loadId).length;
    const asked = `${median(questions)} / ${questions.at(-1)}`;
    return [name, list.length, unaided, lost, asked, ...facts(list, FACTS), total(list, ({ extra }) => extra)];
  };
  const sources = [...new Set(outcomes.map(({ file }) => file.source))];
  const of = (source) => outcomes.filter(({ file }) => file.source === source);
  return table(
    ['source', 'files', 'unaided', 'not loaded', 'questions: median / most', ...FOUND, 'records of no row'],
    [...sources.map((source) => line(source, of(source))), line('all', outcomes)],
  );
}

/** Rows, by fact. */
export function byFact(outcomes) {
  const files = (fact) => outcomes.filter(({ wrong }) => wrong.has(fact)).length;
  return table(
    ['fact', ...FOUND, 'files with such'],
    FACTS.map((fact) => [fact, ...facts(outcomes, [fact]), files(fact)]),
  );
}

/** A file's questions, and the first row of each fact that is wrong in silence or left out. */
export function tell({ file, loaded, wrong, extra, counted }) {
  const { questions, held, stopped } = loaded;
  const fates = [held && `held back: ${held}`, stopped && `not loaded: ${stopped}`].filter(Boolean);
  console.log(`\n${[`${file.name}: ${questions.length} questions`, ...fates].join(', ').slice(0, 400)}`);
  for (const { text, answers } of questions)
    console.log(`  ? ${text.slice(0, 240)} [${answers.slice(0, 3).join(' | ')}]`);
  for (const [fact, { truth, record }] of wrong)
    console.log(`  ! ${fact} (${counted[fact].wrong} rows): ${JSON.stringify(truth)} became ${JSON.stringify(record)}`);
  if (extra > 0) console.log(`  ! ${extra} records of lines that are no rows`);
  for (const fact of FACTS) {
    const { asked, proposed } = counted[fact];
    if (asked > proposed) console.log(`  ~ ${fact}: ${asked} asked, ${proposed} of them proposed right`);
    if (counted[fact]['left out'] > 0) console.log(`  - ${fact}: ${counted[fact]['left out']} left out`);
  }
}
