/**
 * Fires the worst calls at a portal, 150 at once unless told otherwise (`npm run flood -- 300`), and prints what was answered, what that took
 * of memory, and how long another account waited for its own searches beside it. `--only lines,lists` leaves the others out. It starts what `npm run build` made, in a folder of its own with generated records; on Linux.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient, OWN_LIST_ENDPOINTS } from '@tidewaiter/contract';
import { commandFolder } from '@tidewaiter/testing/command';
import { type LargestRequest, largestRequests, worstRequest } from '@tidewaiter/testing/largest-requests';
import { beside, bringLists, lineRequests, listRequests, NOMENCLATURE, SCOPE } from './flood-lines.js';

const BASIC = `Basic ${btoa('tidewaiter-web:')}`;

/** What the calls may add to the resident memory of the portal, in MB. */
const MOST_MB = 1500;

/** What another account may wait for one of its searches, in milliseconds. */
const MOST_WAIT = 10_000;

const KINDS = ['worst', 'largest', 'lines', 'lists'];

const { positionals, values } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } });
const atOnce = Number(positionals[0] ?? 150);
const only = values.only?.split(',') ?? KINDS;
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
  const { signInFile } = JSON.parse((await folder.run('demo', '--rows', '20000', '--json')).out);
  const demo = JSON.parse(readFileSync(signInFile, 'utf8')) as Record<string, string>;
  const of = ['--firstname', 'Ada', '--lastname', 'Bay', '--company', 'Modest', '--keep-password', '--json'];
  const { out } = await folder.run('account', 'create', 'modest@example.com', ...of);
  const modest = JSON.parse(out) as Record<string, string>;
  const nomenclature = join(folder.path, 'nomenclature.csv');
  writeFileSync(nomenclature, NOMENCLATURE);
  await folder.run('hs', 'load', nomenclature);
  const { url, process: portal } = await folder.serve();
  const pid = portal.pid ?? 0;
  const signIn = async ({ email = '', password = '' }: Record<string, string>) => {
    const anyone = createClient({ baseUrl: url, credential: 'tidewaiter-web:', token: () => null });
    return (await anyone.login({ email, password })).token;
  };
  const [token, other] = [await signIn(demo), await signIn(modest)];
  const client = createClient<typeof OWN_LIST_ENDPOINTS>(
    { baseUrl: url, credential: 'tidewaiter-web:', token: () => token },
    OWN_LIST_ENDPOINTS,
  );

  const askAs = async (accessedby: string, { path, body }: LargestRequest) => {
    const headers = { authorization: BASIC, accessedby, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const { errorCode } = (await response.json()) as { errorCode?: string };
    return `${response.status}${errorCode === undefined ? '' : ` ${errorCode}`}`;
  };
  const ask = (request: LargestRequest) => askAs(token, request);

  /** Does some work, while another account asks its own, and says what became of either. */
  const flood = async (what: string, work: () => Promise<readonly string[]>) => {
    const before = residentMb(pid);
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, residentMb(pid));
    }, 50);
    const started = performance.now();
    const working = work();
    const others: string[] = [];
    const waits = await beside(working, async (number) => {
      const day = new Date(Date.UTC(2022, 0, 1 + number)).toISOString().slice(0, 10);
      const body = { ...SCOPE, fromDate: day, searchBy: 'HS_CODE', matchType: 'L', searchValue: ['8517'] };
      others.push(await askAs(other, { name: 'searchCount', path: '/search-management/searchcount', body }));
    });
    const answers = tally(await working);
    clearInterval(watch);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const longest = Math.max(0, ...waits);
    const usual = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? 0;
    process.stdout.write(
      `${what}, in ${seconds} s: ${JSON.stringify(answers)}; ` +
        `memory ${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most; another account's ${waits.length} searches beside it ` +
        `took ${usual.toFixed(0)} ms in the middle and ${longest.toFixed(0)} ms at most: ${JSON.stringify(tally(others))}; ` +
        `load ${loadavg()[0]?.toFixed(1)}\n`,
    );
    const isBroken = Object.keys(answers).some((answer) => answer.startsWith('500'));
    const isStarved = longest > MOST_WAIT || others.some((answer) => answer !== '200');
    if (isBroken || isStarved || most - before > MOST_MB) process.exitCode = 1;
  };
  const calls = (what: string, requests: readonly LargestRequest[]) =>
    flood(`${requests.length} ${what} at once`, () => Promise.all(requests.map(ask)));

  const numbers = Array.from({ length: atOnce }, (_, number) => number);
  if (only.includes('worst')) await calls('of the worst request', numbers.map(worstRequest));
  const largest = [1, 2].flatMap((number) => largestRequests(number)).filter(({ name }) => name !== 'suggestionList');
  if (only.includes('largest'))
    await calls(
      'of the largest requests',
      numbers.flatMap((number) => largest[(number * 7) % largest.length] ?? []),
    );
  if (only.includes('lines')) await calls('of the dearest lines', lineRequests(atOnce));
  if (only.includes('lists')) {
    await flood('Lists at their bounds brought and looked for', async () =>
      (await bringLists(client)).map((list) => `${list?.name} ${list?.state}: ${list?.members} of ${list?.rows}`),
    );
    await calls('searches by a list of 50,000', listRequests(atOnce, 'Codes'));
  }
} finally {
  await folder.remove();
}
