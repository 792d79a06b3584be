import { fileURLToPath } from 'node:url';

/** Backups of portals of former versions, a folder each: what a version has written, every later one must bring back. */
export const FORMER_PORTALS = fileURLToPath(new URL('../fixtures/backups', import.meta.url));

/** What such a portal answered when it was backed up, beside its backup. */
export const ANSWERED = 'answered.json';

/** What is asked of it: what does not depend on the day on which it is asked. */
const LISTS = ['loads', 'account', 'plan', 'notice', 'suppress', 'party', 'country', 'weightage', 'audit'];

/** Asks a portal for all that is kept with its backup, by its command. */
export async function answersOf(run: (...args: string[]) => Promise<{ out: string; err: string }>): Promise<unknown> {
  const answers: Record<string, unknown> = {};
  for (const list of LISTS) {
    const { out, err } = await run(list, '--json');
    if (err !== '') throw new Error(`${list}: ${err}`);
    answers[list] = JSON.parse(out);
  }
  return answers;
}
