/** A portal that tools try: the built one, as a process in a folder of its own, and people who use it. */
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAccounts } from '@tidewaiter/accounts';
import {
  createClient,
  LIST_CALLS,
  type PortalClient,
  PortalError,
  type SearchPayload,
  type SignedIn,
} from '@tidewaiter/contract';
import { account } from '@tidewaiter/testing/account';
import { type CommandFolder, commandFolder, ended } from '@tidewaiter/testing/command';
import { options } from '@tidewaiter/testing/options';
import { linkTokens, outbox } from '@tidewaiter/testing/outbox';

/** What a call came to: answered, or its error. */
export interface Outcome {
  milliseconds: number;
  /** The contract's code; undefined where it was answered. */
  error?: string;
}

/** How long one person may have to wait for anything, in milliseconds: what takes longer counts as no answer. */
const PATIENCE_MS = 120_000;

export interface Caller {
  client: PortalClient;
  person: SignedIn;
}

export interface TriedPortal {
  folder: CommandFolder;
  url: string;
  process: ChildProcess;
  pid: number;
  /** What it has said on its outputs. */
  said(): string;
  isRunning(): boolean;
  /** Somebody who is signed in; of an account of its own. */
  signIn(account: SignIn): Promise<Caller>;
  stop(): Promise<void>;
}

export interface SignIn {
  email: string;
  password: string;
}

/** Runs a command that must not fail. @returns what it printed */
export async function mustRun(folder: CommandFolder, ...args: string[]): Promise<string> {
  const { status, out, err } = await folder.run(...args);
  if (status !== 0) throw new Error(`${args.join(' ')} failed: ${err}`);
  return out;
}

/** A folder with generated records, and the account that comes with them. */
export async function demoFolder(
  rows: number,
  settings: Record<string, string> = {},
): Promise<{ folder: CommandFolder; demo: SignIn }> {
  const folder = await commandFolder(undefined, { RATE_LIMITS: 'off', CONTACT_MAIL: 'desk@example.com', ...settings });
  await mustRun(folder, 'demo', '--rows', String(rows), '--until', '2026-10-31', '--json');
  return { folder, demo: JSON.parse(readFileSync(join(folder.path, 'demo-sign-in.json'), 'utf8')) as SignIn };
}

/** More accounts in a folder that nobody has open. */
export async function addAccounts({ path }: CommandFolder, count: number): Promise<SignIn[]> {
  const accounts = await openAccounts({ dataFolder: path }, options());
  const made: SignIn[] = [];
  for (let at = 0; at < count; at += 1) {
    const { user, password } = await accounts.people.newAccounts.create(account());
    made.push({ email: user.email, password });
  }
  await accounts.close();
  return made;
}

/** People whom the owners of some accounts invite in turn, and who have set a password by their mailed link. */
export async function addSubUsers(
  { folder, signIn }: TriedPortal,
  owners: readonly SignIn[],
  count: number,
): Promise<SignIn[]> {
  const made: SignIn[] = [];
  for (let at = 0; at < count; at += 1) {
    const owner = owners[at % owners.length];
    if (!owner) throw new Error('nobody can invite anybody');
    const { client } = await signIn(owner);
    const email = `sub-user-${at}@example.com`;
    const password = 'harbour lantern 4271';
    await client.createSubUser({ firstname: 'Sub', lastname: 'User', email, mobile: '5550100' });
    const link = async () => linkTokens(await outbox(folder.path, email)).at(-1);
    await until('a link came', async () => (await link()) !== undefined);
    await client.setPassword({ token: (await link()) ?? '', password, confirmPassword: password });
    made.push({ email, password });
  }
  return made;
}

/** Starts a portal over a folder. @param under what starts it, where it is not started by itself */
export async function openPortal(
  folder: CommandFolder,
  settings: Record<string, string> = {},
  under: readonly string[] = [],
): Promise<TriedPortal> {
  const { url, process: child, said } = await folder.serve(settings, under);
  return {
    ...{ folder, url, said, process: child },
    pid: child.pid ?? 0,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async signIn(account) {
      let token: string | null = null;
      const client = createClient({ baseUrl: url, credential: 'tidewaiter-web:', token: () => token });
      const person = await client.login(account);
      token = person.token;
      return { client, person };
    },
    async stop() {
      child.kill('SIGTERM');
      await ended(child);
    },
  };
}

/** Words of many descriptions. */
const WORDS = ['steel', 'parts', 'of', 'cotton', 'machine', 'oil', 'fresh', 'paper', 'plastic', 'for'];

/** A question of its own for each number, asked by nobody before; broad ones, whose lists take the engine some work. */
export function question(number: number): SearchPayload {
  const day = new Date(Date.UTC(2023, 10, 1) + (number % 700) * 86_400_000).toISOString().slice(0, 10);
  return {
    tradeType: number % 3 === 2 ? 'EXPORT' : 'IMPORT',
    searchBy: 'PRODUCT',
    matchType: 'C',
    searchValue: [WORDS[Math.floor(number / 700) % WORDS.length] ?? ''],
    countryCode: ['IND', 'VNM', 'USA', 'KOR'],
    fromDate: day,
    toDate: '2026-10-31',
  };
}

/** Everything of some countries. */
export const EVERYTHING: SearchPayload = { ...question(0), matchType: 'D', searchValue: ['none of these'] };

/** What a call came to, however it ended. */
export async function outcome(call: (signal: AbortSignal) => Promise<unknown>): Promise<Outcome> {
  const begun = performance.now();
  try {
    await call(AbortSignal.timeout(PATIENCE_MS));
    return { milliseconds: performance.now() - begun };
  } catch (error) {
    const code = error instanceof PortalError ? error.code : 'NO_ANSWER';
    return { milliseconds: performance.now() - begun, error: code };
  }
}

/** The calls of one screen of a search, all at once as the browser makes them. */
export function screen({ client }: Caller, query: SearchPayload): Promise<Outcome[]> {
  const page = { ...query, pageNumber: 0, numberOfRecords: 20 };
  const lists = Object.keys(LIST_CALLS) as (keyof typeof LIST_CALLS)[];
  return Promise.all([
    outcome((signal) => client.search(page, { signal })),
    outcome((signal) => client.searchCount(query, { signal })),
    ...lists.map((name) => outcome((signal) => client[name](query, { signal }))),
  ]);
}

/** Resident memory of a process, in MB. */
export function residentMb(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Files and sockets that a process holds open. */
export const openHandles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

/** Watches something while it works: the most that was seen. */
export function watched(value: () => number): { most(): number; end(): void } {
  let most = value();
  const timer = setInterval(() => {
    most = Math.max(most, value());
  }, 250);
  return { most: () => most, end: () => clearInterval(timer) };
}

/** How often each of some things occurs. */
export function countsOf(things: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1);
  return counts;
}

/** The same as text. */
export const tally = (things: readonly string[]): string =>
  [...countsOf(things)].map(([thing, count]) => `${count} × ${thing}`).join(', ') || 'none';

/** Milliseconds until something is so; undefined where it is not within so many seconds. */
export async function untilSo(seconds: number, isSo: () => Promise<boolean>): Promise<number | undefined> {
  const begun = performance.now();
  while (performance.now() - begun < seconds * 1000) {
    if (await isSo().catch(() => false)) return performance.now() - begun;
    await sleep(100);
  }
  return undefined;
}

/** How long anything that must come may take, in seconds. */
const WITHIN_S = 180;

/** Waits until something is so, and throws where it never is. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  if ((await untilSo(WITHIN_S, isSo)) === undefined) throw new Error(`not within ${WITHIN_S} s: ${what}`);
}
