import type { JobState } from '@tidewaiter/accounts';
import { type Command, Option } from 'commander';
import { act, group, listing } from '../shell/act.js';
import { wholeNumber } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';

const STATES: readonly JobState[] = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'];

/** Whoever lists jobs looks for what went wrong, or has not ended. */
const isOfInterest = (state: JobState) => state !== 'DONE' && state !== 'CANCELLED';

export function addJobsCommand(program: Command, context: CommandContext): void {
  const jobs = group(
    program,
    'jobs',
    'what is done in the background',
    'Lists work in the background, mail among it; lets what failed be tried anew or drops it, and cancels what has not ended.',
  );
  act(jobs, context, 'list', {
    description: 'Lists jobs, newest first: those that failed, are waiting or are under way, unless told otherwise.',
    takes: (command) =>
      command
        .addOption(
          new Option('--state <state>', 'only those in a state').choices(STATES.map((state) => state.toLowerCase())),
        )
        .option('--kind <kind>', 'only those of a kind: mail, for instance')
        .option('--last <number>', 'how many', wholeNumber, 100),
    async does({ state, kind, last }: { state?: string; kind?: string; last: number }) {
      const { accounts } = await context.services();
      const states = STATES.filter((one) => (state === undefined ? isOfInterest(one) : one.toLowerCase() === state));
      const found = await accounts.jobs.list({ states, kind, limit: last });
      const words = listing(found, 'No such job.', {
        job: ({ id }) => String(id),
        kind: ({ kind }) => kind,
        state: ({ state }) => state.toLowerCase(),
        account: ({ accountId }) => String(accountId ?? ''),
        tries: ({ tries }) => tries,
        rows: ({ rowsDone }) => rowsDone,
        of: ({ rowsTotal }) => rowsTotal,
        entered: ({ createdAt }) => createdAt.toISOString(),
        'next try': ({ state, runAfter }) => (state === 'WAITING' ? runAfter.toISOString() : ''),
        error: ({ error }) => error,
      });
      return [found, words];
    },
  });
  for (const [name, description, change] of [
    ['retry', 'Lets a job that failed be tried anew.', 'tryAnew'],
    ['cancel', 'Cancels a job that waits or is under way, and drops one that failed.', 'end'],
  ] as const)
    act(jobs, context, name, {
      description,
      takes: (command) => command.argument('<job>', "the job's number, as `jobs list` shows it", wholeNumber),
      async does(id: number) {
        const { accounts } = await context.services();
        const words = await accounts.jobs[change](id);
        return [await accounts.jobs.get(id), words];
      },
    });
}
