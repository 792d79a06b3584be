/** What the command line of the benches may say. */
import { parseArgs } from 'node:util';

const USAGE = `npm run bench -- [ROWS] [options]

  ROWS                     300000 unless said; above two million, whole millions
  --only CLASS,CLASS       some classes of questions
  --constants N            random constants per class (40)
  --pg-constants N         the same for PostgreSQL, which is slow on broad questions (10)
  --without floor,duckdb,postgres
  --warm                   all caches stay: only the constants are new
  --screen                 page, count and lists asked together as a browser does, and nothing else
  --json FILE              every single time, for other programs

guard takes ROWS, --only, --constants, and
  --old CHECKOUT           another build of the product, to hold this one against

concurrent.mjs takes ROWS, --only, --constants, and
  --people N --rounds N    who ask at once (50), and how much each (10)
  --greedy N               beside them an account that asks for N variations at once, all the time (none)
  --minutes N              after which nobody begins another round (10)`;

const CONTENDERS = ['floor', 'duckdb', 'postgres'];

const list = (text) => (text ? text.split(',').map((word) => word.trim()) : []);

/** Ends the process with a word on the usage where the arguments make no sense. */
function refuse(problem) {
  console.error(`${problem}\n\n${USAGE}`);
  process.exit(2);
}

function whole(text, name) {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) refuse(`${name} is not a whole number: ${text}`);
  return number;
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        only: { type: 'string' },
        constants: { type: 'string', default: '40' },
        'pg-constants': { type: 'string', default: '10' },
        without: { type: 'string' },
        warm: { type: 'boolean', default: false },
        screen: { type: 'boolean', default: false },
        json: { type: 'string' },
        old: { type: 'string' },
        people: { type: 'string', default: '50' },
        rounds: { type: 'string', default: '10' },
        minutes: { type: 'string', default: '10' },
        greedy: { type: 'string' },
      },
    });
  } catch (error) {
    return refuse(error.message);
  }
}

export function readOptions() {
  const { values, positionals } = parsed();
  const unknown = list(values.without).filter((name) => !CONTENDERS.includes(name));
  if (unknown.length > 0) refuse(`--without knows ${CONTENDERS.join(', ')}, not ${unknown.join(', ')}`);
  if (positionals.length > 1) refuse(`one number of rows is enough: ${positionals.join(' ')}`);
  return {
    rows: whole(positionals[0] ?? '300000', 'ROWS'),
    only: list(values.only),
    constants: whole(values.constants, '--constants'),
    pgConstants: whole(values['pg-constants'], '--pg-constants'),
    without: list(values.without),
    warm: values.warm,
    screen: values.screen,
    json: values.json,
    old: values.old,
    people: whole(values.people, '--people'),
    rounds: whole(values.rounds, '--rounds'),
    minutes: whole(values.minutes, '--minutes'),
    greedy: values.greedy === undefined ? 0 : whole(values.greedy, '--greedy'),
  };
}
