/**
 * Kills a portal while it looks after watches and writes to people, at random moments, two hundred times unless told otherwise
 * (`npm run kills:watches -- 50`): everything that came is found once, and everybody is written to of it once. It works on what
 * `npm run build` made.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, LIMITS, type PortalClient } from '@tidewaiter/contract';
import { commandFolder, ended } from '@tidewaiter/testing/command';
import { outbox } from '@tidewaiter/testing/outbox';

const PEOPLE = 4;

/** What is watched, each by everybody. */
const CODES = ['010121', '030214', '090111', '252329', '300490', '520100', '610910', '690721', '847130', '870323'];

/** Kills after each load: of those that find nothing more to do, some write what was found. */
const KILLS_OF_A_LOAD = 8;

/** The latest moment of a kill after a start, in lives of a portal that nobody kills. */
const LATEST = 1.2;

/** How long what is left by killed portals may take, in milliseconds. */
const WITHIN_MS = 180_000;

const HEADER =
  'Declaration ID,Date,Office ID,Process Type,Import Type,Import Use,Payment Type,Mode of Transport,Declarant ID,Importer ID,Seller ID,Courier ID,HS6 Code,Country of Departure,Country of Origin,Tax Rate,Tax Type,Country of Origin Indicator,Net Mass,Item Price,Fraud,Critical Fraud';

const kills = Number(process.argv[2] ?? 200);
const folder = await commandFolder();
let loads = 0;

/** Loads that watches can tell of: the first was there before them. */
const news = () => loads - 1;

/** Loads one declaration of each code, of a day of its own, by importers that were never seen before. */
async function load(): Promise<void> {
  loads += 1;
  const day = new Date(Date.UTC(2021, 0, loads)).toISOString().slice(0, 'yyyy-mm-dd'.length);
  const rows = CODES.map((code, at) => {
    const id = 10_000_000 + loads * 100 + at;
    return `${id},${day},40,B,11,21,11,40,AAA1112,I${id},CCC1112,DDDD11,${code},CN,CN,0.0,C,Y,0.2,241.5,0,0`;
  });
  const path = join(folder.path, `${loads}.csv`);
  await writeFile(path, `${HEADER}\n${rows.join('\n')}\n`);
  const { status, err } = await folder.run('load', path, '--accept');
  if (status !== 0) throw new Error(err);
}

interface Person {
  email: string;
  password: string;
  token: string | null;
}

async function newPerson(at: number): Promise<Person> {
  const email = `watches-${at}@kills.example`;
  const about = ['--firstname', 'Ada', '--lastname', 'Bay', '--company', 'Acme', '--keep-password', '--json'];
  const { status, out, err } = await folder.run('account', 'create', email, ...about);
  if (status !== 0) throw new Error(err);
  const { password } = JSON.parse(out) as { password: string };
  return { email, password, token: null };
}

let portal: Awaited<ReturnType<typeof folder.serve>> | undefined;

async function start(): Promise<void> {
  portal = await folder.serve({ RATE_LIMITS: 'off' });
}

async function kill(): Promise<void> {
  if (!portal) return;
  portal.process.kill('SIGKILL');
  await ended(portal.process);
  portal = undefined;
}

const clientOf = (person: Person): PortalClient =>
  createClient({ baseUrl: portal?.url ?? '', credential: 'tidewaiter-web:', token: () => person.token });

/** Where each thing that a person was told of is seen, which names it among all. */
async function found(person: Person): Promise<string[]> {
  const links: string[] = [];
  for (let pageNumber = 0; ; pageNumber += 1) {
    const page = { pageNumber, numberOfRecords: LIMITS.pageSize };
    const { findings, totalRecords } = await clientOf(person).findings(page);
    links.push(...findings.map(({ link, finding }) => `${finding.signal} ${link}`));
    if (links.length >= totalRecords || findings.length === 0) return links;
  }
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + WITHIN_MS; Date.now() < end; await sleep(250)) if (await holds()) return;
  throw new Error(`${what} comes to no end`);
}

/** How often messages to a person name each place where something is seen. */
async function written({ email }: Person, links: readonly string[]): Promise<Map<string, number>> {
  const text = (await outbox(folder.path, email)).join('\n');
  return new Map(
    links.map((link) => [link, text.split(`${link}\n`).length - 1 + (text.split(`${link}\r\n`).length - 1)]),
  );
}

/** Two signals of one watch may lead to the same records: those are told as often. */
function expectedOf(links: readonly string[]): Map<string, number> {
  const expected = new Map<string, number>();
  for (const link of links.map((one) => one.split(' ').slice(1).join(' ')))
    expected.set(link, (expected.get(link) ?? 0) + 1);
  return expected;
}

/** Has what two kills have set aside tried anew, as an operator does who finds nothing wrong with it. */
async function tryAnew(): Promise<void> {
  const aside: { id: number }[] = JSON.parse((await folder.run('jobs', 'list', '--state', 'failed', '--json')).out);
  for (const { id } of aside) await folder.run('jobs', 'retry', String(id));
}

/** Waits until all has been found, and throws where anything is missing or found twice. @returns how much */
async function mustBeFound(people: readonly Person[]): Promise<number> {
  let all = 0;
  for (const person of people) {
    await until('what is found', async () => {
      if ((await found(person)).filter(isNewRecords).length >= news() * CODES.length) return true;
      await tryAnew();
      return false;
    });
    const links = await found(person);
    if (links.filter(isNewRecords).length !== news() * CODES.length || new Set(links).size !== links.length)
      throw new Error(`${person.email} was told of ${links.length} things after ${news()} loads, some twice`);
    all += links.length;
  }
  return all;
}

/** Waits until all has been found and written, and throws where anything is missing or told twice. */
async function mustBeTold(people: readonly Person[]): Promise<{ findings: number; messages: number }> {
  const told = { findings: await mustBeFound(people), messages: 0 };
  // Whoever is written to at once is written to when a portal starts, or within a minute.
  await kill();
  await start();
  for (const person of people) {
    const expected = expectedOf(await found(person));
    const links = [...expected.keys()];
    await until('what is written', async () => {
      const counts = await written(person, links);
      return links.every((link) => (counts.get(link) ?? 0) >= (expected.get(link) ?? 0));
    });
    const counts = await written(person, links);
    const twice = links.filter((link) => counts.get(link) !== expected.get(link));
    if (twice.length > 0) throw new Error(`${person.email} was written to twice of ${twice.join(', ')}`);
    told.messages += (await outbox(folder.path, person.email)).filter((mail) =>
      mail.includes('List-Unsubscribe'),
    ).length;
  }
  return told;
}

const isNewRecords = (told: string) => told.startsWith('NEW_RECORDS');

try {
  await load();
  const people: Person[] = [];
  for (let at = 0; at < PEOPLE; at += 1) people.push(await newPerson(at));
  await start();
  for (const person of people) {
    const { email, password } = person;
    person.token = (await clientOf(person).login({ email, password })).token;
    const client = clientOf(person);
    await client.changeWatchMail({ rhythm: 'AT_ONCE', timeZone: 'UTC' });
    for (const code of CODES) {
      const query = {
        tradeType: 'IMPORT' as const,
        searchBy: 'HS_CODE' as const,
        matchType: 'L' as const,
        searchValue: [code],
      };
      await client.createWatch({
        ...{
          name: `Of ${code}`,
          strictness: 'WIDEST' as const,
          signals: ['NEW_RECORDS' as const, 'NEW_PARTY' as const],
        },
        query: { ...query, countryCode: ['KOR'], fromDate: '2020-01-01', toDate: '2021-12-31' },
      });
    }
  }
  await kill();
  // A load that nobody kills: how long it takes to be found.
  await load();
  const began = Date.now();
  await start();
  await mustBeFound(people);
  const life = Date.now() - began;
  let told = await mustBeTold(people);
  await kill();
  for (let done = 0; done < kills; ) {
    await load();
    for (let of = 0; of < KILLS_OF_A_LOAD && done < kills; of += 1, done += 1) {
      await start();
      await sleep(Math.random() * life * LATEST);
      await kill();
    }
    await start();
    told = await mustBeTold(people);
    await kill();
    process.stdout.write(
      `${done}/${kills}  ${news()} loads, ${told.findings} findings in ${told.messages} messages, each once\n`,
    );
  }
} finally {
  await kill();
  await folder.remove();
}
