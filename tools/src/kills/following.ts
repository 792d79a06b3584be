/** A portal while it looks after what people follow: everything that came is found once, written once, and once in a file that is paid for. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIMITS, type PortalClient, type SearchPayload } from '@tidewaiter/contract';
import { type CommandFolder, commandFolder } from '@tidewaiter/testing/command';
import { outbox } from '@tidewaiter/testing/outbox';
import { countsOf, mustRun, openPortal, type SignIn, type TriedPortal, until } from '../shared/portal.js';
import { mustReconcile } from './exported.js';
import { kill, mustBe, type Subject } from './harness.js';

/** What is followed, each by everybody. */
const CODES = ['010121', '030214', '090111', '252329', '300490', '520100', '610910', '690721', '847130', '870323'];

/** What files are made of. */
const FILED = '847130';

/** Kills after each load: of those that find nothing more to do, some write what was found. */
const KILLS_OF_A_LOAD = 8;

const HEADER =
  'Declaration ID,Date,Office ID,Process Type,Import Type,Import Use,Payment Type,Mode of Transport,Declarant ID,Importer ID,Seller ID,Courier ID,HS6 Code,Country of Departure,Country of Origin,Tax Rate,Tax Type,Country of Origin Indicator,Net Mass,Item Price,Fraud,Critical Fraud';

/** Loads one declaration of each code, of a day of its own, by importers that were never seen before. */
async function loadDay(folder: CommandFolder, number: number): Promise<void> {
  const day = new Date(Date.UTC(2021, 0, number)).toISOString().slice(0, 'yyyy-mm-dd'.length);
  const rows = CODES.map((code, at) => {
    const id = 10_000_000 + number * 100 + at;
    return `${id},${day},40,B,11,21,11,40,AAA1112,I${id},CCC1112,DDDD11,${code},CN,CN,0.0,C,Y,0.2,241.5,0,0`;
  });
  const path = join(folder.path, `${number}.csv`);
  await writeFile(path, `${HEADER}\n${rows.join('\n')}\n`);
  await mustRun(folder, 'load', path, '--accept');
}

async function newPerson(folder: CommandFolder, at: number): Promise<SignIn> {
  const email = `following-${at}@kills.example`;
  const about = ['--firstname', 'Ada', '--lastname', 'Bay', '--company', 'Acme', '--keep-password', '--json'];
  const { password } = JSON.parse(await mustRun(folder, 'account', 'create', email, ...about)) as { password: string };
  return { email, password };
}

const importsOf = (code: string): SearchPayload => ({
  ...{ tradeType: 'IMPORT', searchBy: 'HS_CODE', matchType: 'L', searchValue: [code] },
  ...{ countryCode: ['KOR'], fromDate: '2020-01-01', toDate: '2021-12-31' },
});

/** Follows all of them, and saves a search of one. */
async function followAll(client: PortalClient): Promise<void> {
  await client.changeDigest({ rhythm: 'AT_ONCE', timeZone: 'UTC' });
  const { searchId: search_id } = await client.search(importsOf(FILED));
  const workspace_id = await client.createWorkspace({ name: 'Imports' });
  await client.saveSearch({ workspace_id, search_id, name: FILED, description: FILED });
  for (const code of CODES)
    await client.follow({
      ...{ name: `Of ${code}`, strictness: 'WIDEST', signals: ['NEW_RECORDS', 'NEW_PARTY'], query: importsOf(code) },
      // Of one there are files, too: each of what the account has not exported before.
      ...(code === FILED && { deliveries: ['BADGE', 'MAIL', 'FILE'], file: { budget: 1_000_000, format: 'csv' } }),
    });
}

/** What a person was told of: the signal, and where it is seen, which names it among all. */
async function found(client: PortalClient): Promise<{ signal: string; link: string }[]> {
  const told: { signal: string; link: string }[] = [];
  for (let pageNumber = 0; ; pageNumber += 1) {
    const { findings, totalRecords } = await client.findings({ pageNumber, numberOfRecords: LIMITS.pageSize });
    told.push(...findings.map(({ link, finding }) => ({ signal: finding.signal, link })));
    if (told.length >= totalRecords || findings.length === 0) return told;
  }
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0);

export const following: Subject = {
  name: 'following',
  about: 'a portal that looks after what people follow: all that came is found, written and filed once',
  rounds: 200,
  kinds: ['standing-questions'],
  async open({ moments, isShort }) {
    const folder = await commandFolder(undefined, { RATE_LIMITS: 'off' });
    const people: SignIn[] = [];
    for (let at = 0; at < (isShort ? 1 : 4); at += 1) people.push(await newPerson(folder, at));
    let loads = 0;
    const load = () => loadDay(folder, ++loads);
    /** What each person is to be told of new records: the first load was there before they followed anything. */
    const expected = () => (loads - 1) * CODES.length;

    /** What two kills have set aside is tried anew, as an operator does who finds nothing wrong with it. */
    const retryAside = async () => {
      const aside = JSON.parse(await mustRun(folder, 'jobs', 'list', '--state', 'failed', '--json'));
      for (const { id } of aside as { id: number }[]) await mustRun(folder, 'jobs', 'retry', String(id));
      return false;
    };
    /** Waits until all has been found, and throws where anything is missing or found twice. @returns how much */
    const mustBeFound = async (portal: TriedPortal) => {
      let all = 0;
      for (const person of people) {
        const { client, person: signedIn } = await portal.signIn(person);
        const [saved] = (await client.savedSearchList({ createdBy: signedIn.userid })).searchQueryWithWS;
        const unseen = async () => (await client.savedSearchNews({ ids: [saved?.id ?? ''] })).news[0]?.newRecords;
        await until('what came to a saved search', async () => (await unseen()) === loads - 1 || retryAside());
        const news = async () => (await found(client)).filter(({ signal }) => signal === 'NEW_RECORDS').length;
        await until('what is found', async () => (await news()) >= expected() || retryAside());
        mustBe(`new records that ${person.email} was told of`, await news(), expected());
        const told = (await found(client)).map(({ signal, link }) => `${signal} ${link}`);
        mustBe(`what ${person.email} was told of once`, new Set(told).size, told.length);
        all += told.length;
      }
      return all;
    };
    /** How often messages to a person name each place where something is seen. */
    const written = async (email: string, links: Iterable<string>) => {
      const text = (await outbox(folder.path, email)).join('\n').replaceAll('\r\n', '\n');
      return new Map([...links].map((link) => [link, text.split(`${link}\n`).length - 1]));
    };
    /** Waits until all has been found and written, and throws where anything is missing or told twice. */
    const mustBeTold = async (): Promise<Record<string, number>> => {
      let portal = await openPortal(folder);
      const findings = await mustBeFound(portal);
      // Whoever is written to at once is written to when a portal starts, or within a minute.
      await kill(portal.process);
      portal = await openPortal(folder);
      for (const person of people) {
        // Two signals of one question may lead to the same records: those are told as often.
        const places = countsOf((await found((await portal.signIn(person)).client)).map(({ link }) => link));
        await until('what is written', async () => {
          const counts = await written(person.email, places.keys());
          return [...places].every(([link, often]) => (counts.get(link) ?? 0) >= often);
        });
        for (const [link, often] of await written(person.email, places.keys()))
          mustBe(`how often ${person.email} was written to of ${link}`, often, places.get(link));
      }
      let files = 0;
      for (const signIn of people) {
        const { client, person } = await portal.signIn(signIn);
        // Each load has one record of it, the first among them.
        const filed = async () => {
          const { exportList } = await client.exportList({ userId: person.userid, numberOfRecords: LIMITS.pageSize });
          return exportList.filter(({ state }) => state === 'READY');
        };
        const rows = async () => sum((await filed()).map((one) => one.rows));
        await until('what is filed', async () => (await rows()) >= loads || retryAside());
        mustBe(`records in files of ${signIn.email}`, await rows(), loads);
        mustBe(`what ${signIn.email} paid for them`, sum((await filed()).map(({ points }) => points)), loads);
        files += (await filed()).length;
      }
      await kill(portal.process);
      await mustReconcile(folder);
      return { loads: loads - 1, findings, files };
    };

    await load();
    let portal = await openPortal(folder);
    for (const person of people) await followAll((await portal.signIn(person)).client);
    await kill(portal.process);
    // A load that nobody kills: how long it takes to be found.
    await load();
    await moments.learn('standing-questions', async () => {
      portal = await openPortal(folder);
      await mustBeFound(portal);
    });
    await kill(portal.process);
    let killed = 0;
    let told = {};
    return {
      async kill(kind) {
        if (killed % KILLS_OF_A_LOAD === 0) {
          told = await mustBeTold();
          await load();
        }
        killed += 1;
        const { process } = await openPortal(folder);
        await moments.come(kind);
        await kill(process);
        return false;
      },
      async end() {
        told = await mustBeTold();
        return told;
      },
      close: () => folder.remove(),
    };
  },
};
