import { extname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditEntry, JobState, Notice } from '@tidewaiter/accounts';
import { LIMITS, OperatorError } from '@tidewaiter/contract';
import type { Services } from '../../app/services.js';
import { bytes } from '../../app/sizes.js';
import { lanesOf } from '../../http/lanes.js';
import { type Acts, act, listing, say, taken, takenOr, type Words } from '../shell/act.js';
import { day, emailAddress, wholeNumber } from '../shell/arguments.js';
import { perform } from '../shell/call.js';
import type { CallerFiles } from '../shell/caller-files.js';
import type { CommandContext } from '../shell/context.js';
import { count } from '../shell/print.js';
import { csvLine } from './loads.js';

const presented = ({ createdAt, ...notice }: Notice) => ({ ...notice, createdDate: createdAt.toISOString() });

/** A text beyond this size is no notice. */
const FILE_LENGTH_MAX = 4 * LIMITS.noticeMaxLength;

async function bodyOf(text: string | undefined, file: string | undefined, files: CallerFiles): Promise<string> {
  if (file === undefined && text !== undefined) return text;
  if (file === undefined || text !== undefined) throw new OperatorError('Give either a text or --file.');
  const found = await files.textOf(file);
  if (found === undefined) throw new OperatorError(`There is no file ${file}.`);
  if (found.length > FILE_LENGTH_MAX) throw new OperatorError(`${file} is too long for a notice.`);
  return found;
}

const STATES: readonly JobState[] = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'];

/** Whoever lists jobs looks for what went wrong, or has not ended. */
const isOfInterest = (state: JobState) => state !== 'DONE' && state !== 'CANCELLED';

/** A command that retries or ends a job, as the screen does. */
const ofJob = (call: 'retryJob' | 'cancelJob', description: string) =>
  act({
    description,
    takes: { job: taken('<job>', "the job's number, as `jobs list` shows it", wholeNumber) },
    screen: [call],
    unaudited: 'the list of jobs has it',
    async does({ job }, context) {
      const { message } = await perform(call, context, { params: { job }, request: {} });
      return [await (await context.services()).accounts.jobs.get(job), message];
    },
  });

/** Events that strangers and the portal itself cause. All others that name nobody are an operator's, from before the log named them. */
const BY_NOBODY: ReadonlySet<string> = new Set([
  ...['LOGIN_REFUSED', 'FORBIDDEN', 'REFUSALS_UNLISTED', 'PASSWORD_RESET_ASKED', 'MAIL_FAILED', 'BACKED_UP'],
]);

/** An entry of the audit log as a row. */
const AUDIT_COLUMNS = {
  at: ({ createdAt }) => createdAt.toISOString(),
  event: ({ event }) => event.toLowerCase().replaceAll('_', ' '),
  account: ({ subjectId }) => String(subjectId ?? ''),
  by: ({ actorId, operator, event }) => String(actorId ?? operator ?? (BY_NOBODY.has(event) ? '' : 'operator')),
  address: ({ address }) => address ?? '',
  details: ({ details }) => JSON.stringify(details),
} satisfies Record<string, (entry: AuditEntry) => string>;

/** How often the page is drawn, in milliseconds. */
const EVERY_MS = 2_000;

/** What a running portal does. */
async function read(services: Services) {
  const { statements, ...lately } = services.lately.read();
  const lanes = Object.entries(lanesOf(services)).map(([lane, state]) => ({ lane, ...state, ...statements(lane) }));
  const jobs = (await services.accounts.jobs.unfinished()).filter(({ count }) => count > 0);
  return { at: new Date().toISOString(), ...lately, lanes, jobs };
}
type Reading = Awaited<ReturnType<typeof read>>;

const took = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);
const rate = (perSecond: number) => perSecond.toFixed(1);
const span = (seconds: number) =>
  seconds < 120
    ? `${Math.round(seconds)} s`
    : seconds < 7200
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3600)} h`;

function wordsOf({ at, upSeconds, calls, process, lanes, slowest, jobs }: Reading): Words {
  const busy = Math.round(process.loopBusy * 100);
  return [
    `${at.slice(0, 19).replace('T', ' ')} UTC, up for ${span(upSeconds)}; calls and statements of the last minute`,
    `  ${rate(calls.perSecond)} calls a second, half within ${took(calls.p50)}, 95% within ${took(calls.p95)}; ${calls.failed} failed, ${calls.refused} refused`,
    `  ${bytes(process.rss)} of memory, ${bytes(process.heapUsed)} of it JavaScript; event loop ${busy}% busy\n`,
    listing(
      lanes,
      [],
      {
        lane: 'lane',
        running: 'running',
        waiting: 'waiting',
        refused: 'refused',
        // Lanes for other work than statements say how much there is of it, not what it took.
        'a second': ({ perSecond }) => (perSecond > 0 ? rate(perSecond) : ''),
        '95% within': ({ perSecond, p95 }) => (perSecond > 0 ? took(p95) : ''),
      },
      ['a second', '95% within'],
    ),
    '',
    listing(
      slowest,
      [],
      {
        ...{ 'slowest statements': 'name', lane: 'lane' },
        took: ({ ms }) => took(ms),
        ago: ({ secondsAgo }) => span(secondsAgo),
        question: 'question',
      },
      ['took', 'ago'],
    ),
    '',
    listing(
      jobs,
      [],
      {
        jobs: 'kind',
        state: ({ state }) => state.toLowerCase(),
        number: 'count',
        oldest: ({ oldestSeconds }) => span(oldestSeconds),
      },
      ['oldest'],
    ),
  ];
}

/** One page over the one before: nothing flickers, nothing scrolls. */
function draw(context: CommandContext, reading: Reading): void {
  const lines: string[] = [];
  say({ out: (text) => lines.push(text) }, wordsOf(reading));
  context.out(lines.join('\n'), { over: true });
}

/** The site as a whole: what everybody is told, what is done in the background, and what was done. */
export const SITE_ACTS = {
  audit: act({
    summary: 'what was done to accounts, records and the site',
    description:
      'Lists sign-ins, what was refused, changes of passwords, limits, plans and grants, what the operator did to the records and the site, and mail that no server took; newest first. ' +
      'Of what is refused again and again within an hour, the first, tenth and hundredth time are listed, and so on.',
    takes: {
      email: taken('[email]', 'of one account only', emailAddress),
      act: taken('--act <words>', 'of acts that contain this, "load" or "key created", or of whom it names'),
      from: taken('--from <day>', 'from this day on (UTC)', day),
      to: taken('--to <day>', 'up to this day', day),
      last: takenOr(100, '--last <number>', 'how many', wholeNumber),
      out: taken('--out <file>', 'write them into a new file: .csv, or .jsonl with an entry a line'),
    },
    files: () => ({ out: ['write'] }),
    example: ['audit a@example.com', 'audit --act load --from 2026-11-01 --last 10000 --out november.csv'],
    screen: ['operatorAudit'],
    async does({ email, act: sought, from, to, last, out }, context) {
      const { accounts } = await context.services();
      const subject = email === undefined ? undefined : await accounts.people.users.ofAddress(email);
      const entries = await accounts.audit.latest(last, { subjectId: subject?.id, sought, from, to });
      if (out !== undefined) {
        const table = [
          Object.keys(AUDIT_COLUMNS),
          ...entries.map((entry) => Object.values(AUDIT_COLUMNS).map((of) => of(entry))),
        ];
        const isTable = extname(out).toLowerCase() === '.csv';
        await context.files.write(
          out,
          isTable ? table.map(csvLine) : entries.map((entry) => `${JSON.stringify(entry)}\n`),
        );
        const file = resolve(context.cwd, out);
        return [{ file, entries: entries.length }, `${count(entries.length)} entries are in ${file}`];
      }
      return [entries, listing(entries, [], AUDIT_COLUMNS)];
    },
  }),

  'jobs list': act({
    description: 'Lists jobs, newest first: those that failed, are waiting or are under way, unless told otherwise.',
    takes: {
      state: taken(
        '--state <state>',
        'only those in a state',
        STATES.map((state) => state.toLowerCase()),
      ),
      kind: taken('--kind <kind>', 'only those of a kind: mail, for instance'),
      last: takenOr(100, '--last <number>', 'how many', wholeNumber),
    },
    screen: ['operatorJobs'],
    async does({ state, kind, last }, context) {
      const { accounts } = await context.services();
      const states = STATES.filter((one) => (state === undefined ? isOfInterest(one) : one.toLowerCase() === state));
      const found = await accounts.jobs.list({ states, kind, limit: last });
      const words = listing(found, 'No such job.', {
        job: ({ id }) => String(id),
        kind: 'kind',
        state: ({ state }) => state.toLowerCase(),
        account: ({ accountId }) => String(accountId ?? ''),
        ...{ tries: 'tries', rows: 'rowsDone', of: 'rowsTotal' },
        entered: ({ createdAt }) => createdAt.toISOString(),
        'next try': ({ state, runAfter }) => (state === 'WAITING' ? runAfter.toISOString() : ''),
        error: 'error',
      });
      return [found, words];
    },
  }),
  'jobs retry': ofJob('retryJob', 'Lets a job that failed be tried anew.'),
  'jobs cancel': ofJob('cancelJob', 'Cancels a job that waits or is under way, and drops one that failed.'),

  'notice add': act({
    summary: 'a new one',
    description: 'Adds a notice, as plain text; an empty line begins a paragraph.',
    takes: {
      title: taken('<title>', 'what it is about, in a line'),
      text: taken('[text]', 'what it says'),
      same: taken('--text <text>', 'the same'),
      file: taken('--file <path>', 'a text file that says it instead'),
    },
    files: () => ({ file: ['text'] }),
    example: 'notice add "Records of May are in" "Korea and Vietnam are complete up to 31 May."',
    screen: ['addNotice'],
    audit: 'NOTICE_ADDED',
    async does({ title, text, same, file }, context) {
      const body = await bodyOf(text ?? same, file, context.files);
      const made = await (await context.services()).accounts.site.notices.add(title, body);
      return [presented(made), `Everybody reads it from now on. Its id is ${made.id}.`];
    },
  }),

  'notice list': act({
    summary: 'all of them',
    description: 'Lists the notices, newest first.',
    screen: 'the dashboard shows them',
    async does(_, context) {
      const { accounts } = await context.services();
      const { notices } = await accounts.site.notices.list({ number: 0, size: LIMITS.notices });
      const words = listing(notices, 'There is no notice.', {
        id: 'id',
        at: ({ createdAt }) => createdAt.toISOString(),
        title: 'title',
      });
      return [notices.map(presented), words];
    },
  }),

  'notice remove': act({
    summary: 'one that is no longer news',
    description: 'Takes a notice away.',
    takes: { id: taken('<id>', 'its id, as `notice list` shows it') },
    screen: ['removeNotice'],
    audit: 'NOTICE_REMOVED',
    async does({ id }, context) {
      const removed = await (await context.services()).accounts.site.notices.remove(id);
      return [presented(removed), `Nobody reads “${removed.title}” any more.`];
    },
  }),

  'maintenance on': act({
    description: 'Closes the site: every call is refused with the message, but for those whom you name.',
    takes: {
      given: taken('[message]', 'what visitors read'),
      allowed: takenOr<string[]>(
        [],
        '--allow <email…>',
        'who may use the closed site, to try it before it opens',
        (email: string, all: string[] = []) => [...all, email.toLowerCase()],
      ),
      message: takenOr('We are working on the portal and will be back soon.', '--message <text>', 'the same'),
    },
    example: 'maintenance on "Back at noon" --allow a@example.com',
    screen: ['setSite', 'operatorSite'],
    audit: 'SITE_SET',
    async does({ given, message, allowed }, context) {
      const state = { maintenance: true, message: given ?? message, allowed };
      await (await context.services()).accounts.site.set(state);
      return [state, 'The site is in maintenance.'];
    },
  }),

  'maintenance off': act({
    description: 'Opens the site.',
    screen: ['setSite'],
    audit: 'SITE_SET',
    async does(_, context) {
      const state = { maintenance: false, message: '', allowed: [] };
      await (await context.services()).accounts.site.set(state);
      return [state, 'The site is open.'];
    },
  }),

  top: act({
    summary: 'what the running portal does just now',
    description:
      'Shows calls a second and how long they take, what works and waits in each lane, the slowest statements of the last quarter of an hour with what was asked, jobs and memory, ' +
      'of the portal that runs, drawn anew every two seconds until Ctrl-C. Elsewhere than at a terminal, and as JSON, it shows one reading.',
    takes: { once: taken('--once', 'one reading') },
    example: ['top', 'top --once'],
    screen: 'it is drawn anew every two seconds; the dashboard of deploy shows it over time',
    async does({ once, json }, context) {
      if (!context.isPortal) {
        // A folder that is in use sends the command to its portal.
        await context.records();
        throw new OperatorError('No portal runs in this data folder.', ['Start it: npx tidewaiter serve']);
      }
      const services = await context.services();
      if (json || once || !context.isTerminal) {
        const reading = await read(services);
        return [reading, wordsOf(reading)];
      }
      const over = AbortSignal.any([services.stopping.signal, ...(context.gone ? [context.gone] : [])]);
      while (!over.aborted) {
        draw(context, await read(services));
        await sleep(EVERY_MS, undefined, { signal: over }).catch(() => {});
      }
      return undefined;
    },
  }),
} satisfies Acts;
