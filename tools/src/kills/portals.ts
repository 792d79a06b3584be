/**
 * Two portals on one accounts database and one record server, of which one is killed in the middle of each thing that they share: a job, a
 * load, charges, a message, a backup, sign-ins. What somebody was told is done is there at the other one, once; what was under way is done by
 * the other one, or can be asked of it again.
 */
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type PortalClient, PortalError, type SearchPayload } from '@tidewaiter/contract';
import type { CommandFolder } from '@tidewaiter/testing/command';
import { POSTGRES } from '@tidewaiter/testing/postgres';
import { startSmtp, type TestSmtp } from '@tidewaiter/testing/smtp';
import {
  type Caller,
  EVERYTHING,
  mustRun,
  openPortal,
  type SignIn,
  type TriedPortal,
  until,
  untilSo,
} from '../shared/portal.js';
import { type SharedServers, sharedServers } from '../shared/shared-servers.js';
import { idsOfPage, mustReconcile, requestOf, rowsOfFile } from './exported.js';
import { kill, type Moments, mustBe, type Subject } from './harness.js';

/** Within so many seconds what a killed portal held is free: a job after half a minute, a change of the records after a minute. */
const FREE_S = 150;

const KINDS = ['job', 'load', 'charge', 'mail', 'backup', 'session'] as const;
type Shared = (typeof KINDS)[number];

const EXPORTED = 20;
const CHARGES = 6;
const SIGN_INS = 4;
const LOADED = 20_000;

/** Records of a country and month that nobody has asked for, another one for each number: none lies within another, which would be free. */
function monthOf(number: number): SearchPayload {
  const month = new Date(Date.UTC(2023, 10 + (number % 36), 1));
  const last = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0));
  const country = ['IND', 'VNM', 'USA', 'KOR'][Math.floor(number / 36)];
  if (country === undefined) throw new Error('every month was asked for: 138 kills are the most');
  const [fromDate, toDate] = [month, last].map((day) => day.toISOString().slice(0, 10));
  return { ...EVERYTHING, tradeType: 'EXPORT', countryCode: [country], fromDate: fromDate ?? '', toDate: toDate ?? '' };
}

const MAPPING = {
  ...{ name: 'kills', title: 'Kills', country: 'KOR', trade: 'IMPORT', naturalKey: ['no'] },
  columns: { record_date: { from: 'date' }, hs_code: { from: 'hs' }, total_value_usd: { from: 'usd' } },
};
const CSV = [
  'no,date,hs,usd',
  ...Array.from({ length: LOADED }, (_, n) => `${n},2026-03-${10 + (n % 19)},851712,${n}`),
];

class Portals {
  /** Messages that came more than once. */
  twice = 0;
  #victim: TriedPortal | undefined;
  #months = 0;

  private constructor(
    private readonly moments: Moments,
    private readonly folder: string,
    private readonly smtp: TestSmtp,
    readonly stays: CommandFolder,
    private readonly dies: CommandFolder,
    private readonly signIn: SignIn,
    private readonly url: string,
    private readonly here: Caller,
  ) {}

  static async open({ folder, portal }: SharedServers, smtp: TestSmtp, records: number, moments: Moments) {
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'desk@example.com' };
    const [stays, dies] = [await portal(mail), await portal(mail)];
    await mustRun(stays, 'demo', '--rows', String(records), '--until', '2026-10-31');
    const signIn: SignIn = JSON.parse(await readFile(join(stays.path, 'demo-sign-in.json'), 'utf8'));
    const plenty = ['--searches', '100000', '--downloads', '1000000', '--sub-users', '1000', '--max-download', '1000'];
    await mustRun(stays, 'plan', 'set', 'Kills', ...plenty, '--data-months', 'none', '--countries', 'all');
    await mustRun(stays, 'account', 'subscribe', signIn.email, 'Kills');
    await writeFile(join(folder, 'kills.json'), JSON.stringify(MAPPING));
    await writeFile(join(folder, 'records.csv'), CSV.join('\n'));
    const { url, signIn: enter } = await openPortal(stays);
    return new Portals(moments, folder, smtp, stays, dies, signIn, url, await enter(signIn));
  }

  async close(): Promise<void> {
    for (const portal of [this.stays, this.dies]) await portal.remove();
  }

  /** The first of a kind is killed by nobody: that says how long it takes. */
  async run(kind: Shared): Promise<boolean> {
    if (!this.moments.isKnown(kind)) await this[kind]();
    return this[kind]();
  }

  /**
   * Lets the portal that dies do something, and kills it at some moment.
   *
   * @returns whether it had done it by then
   */
  async #killed(kind: Shared, act: (there: PortalClient) => Promise<unknown>): Promise<boolean> {
    if (!this.#victim?.isRunning()) this.#victim = await openPortal(this.dies);
    const { token } = this.here.person;
    const client = createClient({ baseUrl: this.#victim.url, credential: 'tidewaiter-web:', token: () => token });
    if (!this.moments.isKnown(kind)) {
      await this.moments.learn(kind, () => act(client));
      return true;
    }
    let isDone = false;
    const acting = act(client).then(() => {
      isDone = true;
    });
    const ends = acting.catch((error: unknown) => {
      // The connection broke, or the command failed, with its portal.
      if (!(error instanceof PortalError) || error.code !== 'NO_ANSWER') throw error;
    });
    await this.moments.come(kind);
    const wasDone = isDone;
    await kill(this.#victim.process);
    await ends;
    return wasDone;
  }

  /** Gives a command to the portal that dies. */
  async #command(...args: string[]): Promise<void> {
    if ((await this.dies.run(...args)).status !== 0) throw new PortalError('NO_ANSWER');
  }

  /** Gives a command to the portal that stays until it is done: what the killed one held is not free at once. */
  async #untilDone(...args: string[]): Promise<void> {
    let last = '';
    const took = await untilSo(FREE_S, async () => {
      const { status, err } = await this.stays.run(...args);
      last = err;
      return status === 0;
    });
    if (took === undefined) throw new Error(`${args.join(' ')} is not done in ${FREE_S} s: ${last}`);
  }

  async #left(): Promise<{ searches: number; points: number }> {
    const { userSubscriptionList } = await this.here.client.activeSubscriptions({ userId: this.here.person.userid });
    const { queryPerDay = 0, downloadLimit = 0 } = userSubscriptionList[0] ?? {};
    return { searches: queryPerDay, points: downloadLimit };
  }

  /** An export: made by whichever portal ends it, paid once, and its file can be had. */
  async job(): Promise<boolean> {
    const { client, person } = this.here;
    const exports = async () =>
      (await client.exportList({ userId: person.userid, pageNumber: 0, numberOfRecords: 1 })).totalRecords;
    const asked = await requestOf(client, await idsOfPage(client, EXPORTED, this.moments.random));
    const [before, count] = [await this.#left(), await exports()];
    const isReady = async (exportId: string) => (await client.exportDetails({ exportId })).state === 'READY';
    const wasDone = await this.#killed('job', async (there) => {
      const { exportId } = await there.startExport(asked);
      await until('an export is ready', () => isReady(exportId));
    });
    // Whoever was not answered asks again, with the same key.
    const { exportId } = await client.startExport(asked);
    await until('an export is ready', () => isReady(exportId));
    const { points, rows } = await client.exportDetails({ exportId });
    mustBe('points that were spent', before.points - (await this.#left()).points, points);
    mustBe('exports', (await exports()) - count, 1);
    await until('a file', async () => (await client.fetchExport({ exportId })).url !== null);
    mustBe('rows of the file', await rowsOfFile(client, this.url, exportId), rows);
    return wasDone;
  }

  /** A load: all of it or nothing, and the other portal can give it again. */
  async load(): Promise<boolean> {
    const load = ['load', join(this.folder, 'records.csv'), '--mapping', join(this.folder, 'kills.json')];
    const count = () => this.here.client.searchCount(EVERYTHING);
    const loads = async () => JSON.parse(await mustRun(this.stays, 'loads', '--json')).loads as { loadId: number }[];
    const [before, were] = [await count(), (await loads()).length];
    const wasDone = await this.#killed('load', () => this.#command(...load));
    const isThere = (await loads()).length > were;
    if (wasDone && !isThere) throw new Error('a load that was told is gone');
    if (!isThere) await this.#untilDone(...load);
    await until('a load is found', async () => (await count()) === before + LOADED);
    const now = await loads();
    mustBe('loads', now.length, were + 1);
    await this.#untilDone('unload', String(now.at(-1)?.loadId));
    await until('what was taken out is gone', async () => (await count()) === before);
    return wasDone;
  }

  /** Searches that cost one each: asked again at the other portal, none is paid twice, and none that was answered is not paid. */
  async charge(): Promise<boolean> {
    const { client } = this.here;
    const questions = Array.from({ length: CHARGES }, () => monthOf(this.#months++));
    const { searches } = await this.#left();
    let answered = 0;
    const ask = async (there: PortalClient, question: SearchPayload) => {
      await there.searchCount(question);
      answered += 1;
    };
    const wasDone = await this.#killed('charge', async (there) => {
      const asked = await Promise.allSettled(questions.map((question) => ask(there, question)));
      for (const one of asked) if (one.status === 'rejected') throw one.reason;
    });
    const paid = searches - (await this.#left()).searches;
    if (paid < answered) throw new Error(`${answered} searches were answered, and ${paid} paid`);
    for (const question of questions) await client.searchCount(question);
    mustBe('searches that were paid', searches - (await this.#left()).searches, CHARGES);
    return wasDone;
  }

  /** An invitation: it comes. Once, but where the portal died between the mail server's word and its own note of it. */
  async mail(): Promise<boolean> {
    const email = `${randomUUID()}@example.com`;
    const invited = { firstname: 'Sub', lastname: 'User', email, mobile: '5550100' };
    const came = () => this.smtp.messages.filter(({ to }) => to.includes(email)).length;
    const comes = () => until('a message', async () => came() > 0);
    let isInvited = false;
    const wasDone = await this.#killed('mail', async (there) => {
      await there.createSubUser(invited);
      isInvited = true;
      await comes();
    });
    if (!isInvited)
      await this.here.client.createSubUser(invited).catch((error: unknown) => {
        // It was taken in, and its answer lost.
        if (!(error instanceof PortalError) || error.code === 'NO_ANSWER') throw error;
      });
    await comes();
    const open = ['jobs', 'list', '--kind', 'mail', '--json'];
    await until('mail is at rest', async () => {
      const jobs: { state: string }[] = JSON.parse(await mustRun(this.stays, ...open));
      return jobs.every(({ state }) => state === 'FAILED');
    });
    this.twice += came() - 1;
    return wasDone;
  }

  /** A backup: whole where it has a name, and the other portal makes the next one. */
  async backup(): Promise<boolean> {
    const backup = ['backup', join(this.folder, 'backups')];
    await mustRun(this.stays, 'notice', 'add', `Round of ${Date.now()}`, 'Something that the backup before has not.');
    const wasDone = await this.#killed('backup', () => this.#command(...backup));
    await this.#untilDone(...backup);
    await mustRun(this.stays, ...backup, '--check');
    return wasDone;
  }

  /** Sign-ins: a session that somebody was given is good at the other portal, and there are no more than were asked for. */
  async session(): Promise<boolean> {
    const { client } = this.here;
    await client.endOtherSessions({});
    const tokens: string[] = [];
    const wasDone = await this.#killed('session', async (there) => {
      const signedIn = Array.from({ length: SIGN_INS }, async () => {
        tokens.push((await there.login(this.signIn)).token);
      });
      for (const one of await Promise.allSettled(signedIn)) if (one.status === 'rejected') throw one.reason;
    });
    for (const token of tokens) {
      const mine = createClient({ baseUrl: this.url, credential: 'tidewaiter-web:', token: () => token });
      mustBe(
        'whose session it is',
        (await mine.userDetails({ userId: this.here.person.userid })).email,
        this.signIn.email,
      );
    }
    const { sessionList } = await client.sessionList({});
    if (sessionList.length < tokens.length + 1 || sessionList.length > SIGN_INS + 1)
      throw new Error(
        `${tokens.length} of ${SIGN_INS} sign-ins were answered, and there are ${sessionList.length} sessions`,
      );
    return wasDone;
  }
}

export const portals: Subject = {
  name: 'portals',
  about: 'one of two portals in the middle of what they share: done once, by the other one',
  rounds: 60,
  kinds: KINDS,
  missing: () => (POSTGRES === undefined ? 'PostgreSQL is not installed here' : undefined),
  async open({ moments, isShort }) {
    const [shared, smtp] = await Promise.all([sharedServers(), startSmtp()]);
    const stop = () => Promise.all([shared.stop(), smtp.stop()]);
    // Enough that each month of exports has records: a search of none is given back.
    const both = await Portals.open(shared, smtp, isShort ? 12_000 : 30_000, moments).catch(async (error) => {
      await stop();
      throw error;
    });
    return {
      kill: (kind) => both.run(kind as Shared),
      async end() {
        await mustReconcile(both.stays);
        return { messagesTwice: both.twice };
      },
      async close() {
        await both.close();
        await stop();
      },
    };
  },
};
