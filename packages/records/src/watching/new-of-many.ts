/** How many records came to each of many questions: one pass over what is new. */
import { PortalError } from '@tidewaiter/contract';
import { z } from 'zod';
import { Bindings, not, prefixed, TEXT_SETTINGS } from '../engine/bindings.js';
import { type CompiledAt, compileSearch, type Selection, type Where } from '../query/compile.js';
import type { NarrowedQuery } from '../query/entitlement.js';
import type { Snapshot } from '../query/snapshot.js';
import { cameSince } from '../versions/arrivals.js';

/** So many questions stand in one statement, and so much text: the engine reads a statement of that length within some milliseconds. */
const QUESTIONS_AT_ONCE = 100;
const LETTERS_AT_ONCE = 400_000;

const lettersOf = ({ sql, parameters }: Where) => sql.length + JSON.stringify(parameters).length;

/** The data versions between which records came: after one, and not after the other. */
export interface CameBetween {
  since: number;
  until?: number;
}

/** How many records came to each, in their order; or why that cannot be asked of one, which holds up none of the others. */
export function newOfMany(
  questions: readonly { narrowed: () => NarrowedQuery; at: CompiledAt }[],
  { since, until }: CameBetween,
  snapshot: Snapshot,
): Promise<(number | PortalError)[]> {
  const bindings = new Bindings('since');
  const came = [cameSince(since, bindings), ...(until === undefined ? [] : [not(cameSince(until, bindings))])];
  return countedOfMany(
    questions,
    ({ narrowed, at }, place) => {
      // Here, where one that cannot be read holds up none of the others.
      const query = narrowed();
      return query.scope === null ? undefined : conditionOf(compileSearch(query, at), place);
    },
    { name: 'watch.new', sql: came.join(' AND '), parameters: bindings.parameters },
    snapshot,
  );
}

/** A question as a condition with its own values. */
export function conditionOf({ conditions, parameters }: Selection, at: number, beside = 'true'): Where {
  return prefixed(
    { sql: `(${conditions.map((one) => `(${one})`).join(' OR ')}) AND ${beside}`, parameters },
    `q${at}_`,
  );
}

/**
 * How many of some records meet each of many conditions, in as few statements as may be.
 *
 * @param conditionFor one of them; undefined for what nothing meets
 * @param among which records are counted
 * @returns the counts in their order, or why one cannot be asked
 */
export async function countedOfMany<One>(
  many: readonly One[],
  conditionFor: (one: One, at: number) => Where | undefined,
  among: Where & { name: string },
  snapshot: Snapshot,
): Promise<(number | PortalError)[]> {
  const answers: (number | PortalError)[] = many.map(() => 0);
  let some: { at: number; said: Where }[] = [];
  let letters = 0;
  const ask = async () => {
    if (some.length === 0) return;
    const counts = await counted(
      some.map(({ said }) => said),
      among,
      snapshot,
    );
    for (const [place, { at }] of some.entries()) answers[at] = counts[place] ?? 0;
    [some, letters] = [[], 0];
  };
  for (const [at, one] of many.entries()) {
    const said = unlessRefused(() => conditionFor(one, at));
    if (said === undefined) continue;
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

async function counted(
  said: readonly Where[],
  { name, sql, parameters }: Where & { name: string },
  snapshot: Snapshot,
): Promise<number[]> {
  const [row] = await snapshot.query({
    name,
    sql: `SELECT [${said.map((one) => `countIf(${one.sql})`).join(', ')}] FROM records WHERE ${sql}`,
    parameters: Object.assign({}, parameters, ...said.map((one) => one.parameters)),
    settings: TEXT_SETTINGS,
    row: z.tuple([z.array(z.coerce.number())]),
  });
  return row?.[0] ?? said.map(() => 0);
}
