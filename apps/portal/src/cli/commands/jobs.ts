import { type Accounts, droppedWords, type JobState } from '@tidewaiter/accounts';
import { OperatorError } from '@tidewaiter/contract';
import { type Command, Option } from 'commander';
import type { CommandContext } from '../shell/context.js';
import { count, printJson, table } from '../shell/print.js';
import { wholeNumber } from './load.js';

const STATES: readonly JobState[] = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'];

export function addJobsCommand(program: Command, context: CommandContext): void {
  const jobs = program
    .command('jobs')
    .summary('what is done in the background')
    .description(
      'Lists work in the background, mail among it; lets what failed be tried anew or drops it, and cancels what has not ended.',
    );
  jobs
    .command('list')
    .description('Lists jobs, newest first: those that failed, are waiting or are under way, unless told otherwise.')
    .addOption(
      new Option('--state <state>', 'only those in a state').choices(STATES.map((state) => state.toLowerCase())),
    )
    .option('--kind <kind>', 'only those of a kind: mail, for instance')
    .option('--last <number>', 'how many', wholeNumber, 100)
    .option('--json', 'answer as JSON')
    .action(async (options: { state?: string; kind?: string; last: number; json?: boolean }) => {
      const { accounts } = await context.services();
      const { state, kind, last } = options;
      const states = STATES.filter((one) => (state === undefined ? isOfInterest(one) : one.toLowerCase() === state));
      const found = await accounts.jobs.list({ states, kind, limit: last });
      if (options.json) return printJson(context, found);
      if (found.length === 0) return context.out('No such job.');
      table(
        context,
        ['job', 'kind', 'state', 'account', 'tries', 'rows', 'of', 'entered', 'next try', 'error'],
        found.map((job) => [
          String(job.id),
          job.kind,
          job.state.toLowerCase(),
          String(job.accountId ?? ''),
          String(job.tries),
          count(job.rowsDone),
          job.rowsTotal === null ? '' : count(job.rowsTotal),
          job.createdAt.toISOString(),
          job.state === 'WAITING' ? job.runAfter.toISOString() : '',
          job.error ?? '',
        ]),
        ['job', 'tries', 'rows', 'of'],
      );
    });
  addAct(jobs, context, 'retry', 'Lets a job that failed be tried anew.', async ({ jobs: queue }, { id, state }) => {
    if (!(await queue.retry(id))) throw new OperatorError(`Job ${id} has not failed: it is ${state.toLowerCase()}.`);
    return `Job ${id} is tried anew.`;
  });
  const about = 'Cancels a job that waits or is under way, and drops one that failed.';
  addAct(jobs, context, 'cancel', about, async ({ jobs: queue }, job) => {
    if (await queue.drop(job.id)) return droppedWords(job);
    if (!(await queue.cancel(job.key)))
      throw new OperatorError(`Job ${job.id} has ended: it is ${job.state.toLowerCase()}.`);
    return `Job ${job.id} is cancelled, or will be as soon as whoever works on it hears of it.`;
  });
}

type JobRow = NonNullable<Awaited<ReturnType<Accounts['jobs']['get']>>>;

/** @param act does it to the job, and answers what is said of it */
function addAct(
  jobs: Command,
  context: CommandContext,
  name: string,
  description: string,
  act: (accounts: Accounts, job: JobRow) => Promise<string>,
): void {
  jobs
    .command(name)
    .description(description)
    .argument('<job>', "the job's number, as `jobs list` shows it", wholeNumber)
    .option('--json', 'answer as JSON')
    .action(async (id: number, options: { json?: boolean }) => {
      const { accounts } = await context.services();
      const job = await accounts.jobs.get(id);
      if (!job) throw new OperatorError(`There is no job ${id}.`);
      const said = await act(accounts, job);
      if (options.json) return printJson(context, await accounts.jobs.get(id));
      context.out(said);
    });
}

/** Whoever lists jobs looks for what went wrong, or has not ended. */
const isOfInterest = (state: JobState) => state !== 'DONE' && state !== 'CANCELLED';
