/**
 * Fires the worst calls at a portal, 150 at once unless told otherwise (`npm run flood -- 300`), and prints what was answered and
 * what that took of memory. It starts what `npm run build` made, in a folder of its own with generated records; on Linux.
 */
import { readFileSync } from 'node:fs';
import { createClient } from '@tidewaiter/contract';
import { commandFolder } from '@tidewaiter/testing/command';
import { type LargestRequest, largestRequests, worstRequest } from '@tidewaiter/testing/largest-requests';

const BASIC = `Basic ${btoa('tidewaiter-web:')}`;

/** What the calls may add to the resident memory of the portal, in MB. */
const MOST_MB = 1500;

const atOnce = Number(process.argv[2] ?? 150);
const folder = await commandFolder();

/** Resident memory of a process, in MB. */
function residentMb(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** How often each of some things occurs. */
function tally(things: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const thing of things) counts[thing] = (counts[thing] ?? 0) + 1;
  return counts;
}

try {
  const demo = JSON.parse((await folder.run('demo', '--rows', '20000', '--json')).out) as Record<string, string>;
  const { url, process: portal } = await folder.serve();
  const pid = portal.pid ?? 0;
  const client = createClient({ baseUrl: url, credential: 'tidewaiter-web:', token: () => null });
  const { token } = await client.login({ email: demo.email ?? '', password: demo.password ?? '' });

  const ask = async ({ path, body }: LargestRequest) => {
    const headers = { authorization: BASIC, accessedby: token, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const { errorCode } = (await response.json()) as { errorCode?: string };
    return `${response.status}${errorCode === undefined ? '' : ` ${errorCode}`}`;
  };
  const flood = async (what: string, requests: readonly LargestRequest[]) => {
    const before = residentMb(pid);
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, residentMb(pid));
    }, 50);
    const started = performance.now();
    const answers = tally(await Promise.all(requests.map(ask)));
    clearInterval(watch);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(
      `${requests.length} ${what} at once, in ${seconds} s: ${JSON.stringify(answers)}; ` +
        `memory ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most\n`,
    );
    const isBroken = Object.keys(answers).some((answer) => answer.startsWith('500'));
    if (isBroken || most - before > MOST_MB) process.exitCode = 1;
  };

  const numbers = Array.from({ length: atOnce }, (_, number) => number);
  await flood('of the worst request', numbers.map(worstRequest));
  const largest = [1, 2].flatMap((number) => largestRequests(number)).filter(({ name }) => name !== 'suggestionList');
  await flood(
    'of the largest requests',
    numbers.flatMap((number) => largest[(number * 7) % largest.length] ?? []),
  );
} finally {
  await folder.remove();
}
