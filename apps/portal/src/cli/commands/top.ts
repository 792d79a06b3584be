import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '@tidewaiter/contract';
import type { Command } from 'commander';
import type { Services } from '../../app/services.js';
import { bytes } from '../../app/sizes.js';
import { lanesOf } from '../../http/lanes.js';
import { act, listing, say, type Words } from '../shell/act.js';
import type { CommandContext } from '../shell/context.js';

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
        lane: ({ lane }) => lane,
        running: ({ running }) => running,
        waiting: ({ waiting }) => waiting,
        refused: ({ refused }) => refused,
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
        'slowest statements': ({ name }) => name,
        lane: ({ lane }) => lane,
        took: ({ ms }) => took(ms),
        ago: ({ secondsAgo }) => span(secondsAgo),
        question: ({ question }) => question,
      },
      ['took', 'ago'],
    ),
    '',
    listing(
      jobs,
      [],
      {
        jobs: ({ kind }) => kind,
        state: ({ state }) => state.toLowerCase(),
        number: ({ count }) => count,
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

export function addTopCommand(program: Command, context: CommandContext): void {
  act(program, context, 'top', {
    summary: 'what the running portal does just now',
    description:
      'Shows calls a second and how long they take, what works and waits in each lane, the slowest statements of the last quarter of an hour with what was asked, jobs and memory, ' +
      'of the portal that runs, drawn anew every two seconds until Ctrl-C. Elsewhere than at a terminal, and as JSON, it shows one reading.',
    takes: (command) => command.option('--once', 'one reading'),
    example: ['top', 'top --once'],
    async does({ once, json }: { once?: boolean; json?: boolean }) {
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
  });
}
