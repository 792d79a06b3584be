/** How many records came to each of many questions: one pass over what is new. */
import { PortalError } from '@tidewaiter/contract';
import { z } from 'zod';
import { Bindings, not, prefixed, TEXT_SETTINGS } from '../engine/bindings.js';
import { compileSearch } from '../query/compile.js';
import type { NarrowedQuery } from '../query/entitlement.js';
import type { Snapshot } from '../query/snapshot.js';
import { cameSince } from '../versions/arrivals.js';

/** So many questions stand in one statement, and so much text: the engine reads a statement of that length within some milliseconds. */
const QUESTIONS_AT_ONCE = 100;
const LETTERS_AT_ONCE = 400_000;

/** A question as a condition with its own values. */
function conditionOf(query: NarrowedQuery, at: number, snapshot: Snapshot) {
  const { conditions, parameters } = compileSearch(query, snapshot);
  return prefixed({ sql: `(${conditions.map((one) => `(${one})`).join(' OR ')})`, parameters }, `q${at}_`);
}

type Said = ReturnType<typeof conditionOf>;

const lettersOf = ({ sql, parameters }: Said) => sql.length + JSON.stringify(parameters).length;

/** The data versions between which records came: after one, and not after the other. */
export interface CameBetween {
  since: number;
  until?: number;
}

/** How many records came to each, in their order; or why that cannot be asked of one, which holds up none of the others. */
export async function newOfMany(
  queries: readonly NarrowedQuery[],
  between: CameBetween,
  snapshot: Snapshot,
): Promise<(number | PortalError)[]> {
  const answers: (number | PortalError)[] = queries.map(() => 0);
  let some: { at: number; said: Said }[] = [];
  let letters = 0;
  const ask = async () => {
    if (some.length === 0) return;
    const counts = await counted(
      some.map(({ said }) => said),
      between,
      snapshot,
    );
    for (const [place, { at }] of some.entries()) answers[at] = counts[place] ?? 0;
    [some, letters] = [[], 0];
  };
  for (const [at, query] of queries.entries()) {
    if (query.scope === null) continue;
    const said = unlessRefused(() => conditionOf(query, at, snapshot));
    if (said instanceof PortalError) {
      answers[at] = said;
      continue;
    }
    const length = lettersOf(said);
    if (some.length === QUESTIONS_AT_ONCE || letters + length > LETTERS_AT_ONCE) await ask();
    some.push({ at, said });
    letters += length;
  }
  await ask();
  return answers;
}

function unlessRefused<Made>(make: () => Made): Made | PortalError {
  try {
    return make();
  } catch (error) {
    if (error instanceof PortalError) return error;
    throw error;
  }
}

async function counted(said: readonly Said[], { since, until }: CameBetween, snapshot: Snapshot): Promise<number[]> {
  const bindings = new Bindings('since');
  const came = [cameSince(since, bindings), ...(until === undefined ? [] : [not(cameSince(until, bindings))])].join(
    ' AND ',
  );
  const [row] = await snapshot.query({
    name: 'watch.new',
    sql: `SELECT [${said.map(({ sql }) => `countIf(${sql})`).join(', ')}] FROM records WHERE ${came}`,
    parameters: Object.assign({}, bindings.parameters, ...said.map(({ parameters }) => parameters)),
    settings: TEXT_SETTINGS,
    row: z.tuple([z.array(z.coerce.number())]),
  });
  return row?.[0] ?? said.map(() => 0);
}
