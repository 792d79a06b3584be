/** The worst calls, many at once by one account, while another one works as people do. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, OWN_LIST_ENDPOINTS, OWN_LIST_LIMITS } from '@tidewaiter/contract';
import { type LargestRequest, largestRequests, worstRequest } from '@tidewaiter/testing/largest-requests';
import { addAccounts, demoFolder, mustRun, openPortal, residentMb, tally, watched } from '../shared/portal.js';
import { dearestLines } from './dearest-lines.js';
import { type Findings, quantile, type Scenario, seconds } from './scenario.js';

/** What the calls may add to the resident memory of the portal, in MB. */
const MOST_MB = 1500;

/** What another account may wait for one of its searches, in milliseconds, and its pause between two. */
const [MOST_WAIT, PAUSE] = [10_000, 100];

const ROWS = 20_000;

const SCOPE = {
  ...{ tradeType: 'IMPORT', countryCode: ['KOR', 'IND', 'VNM'] },
  ...{ fromDate: '2022-01-01', toDate: '2024-12-31' },
};

const counted = (body: object): LargestRequest => ({
  ...{ path: '/search-management/searchcount', name: 'searchCount' },
  body: { ...SCOPE, ...body },
});
const ofLine = (line: string) => counted({ searchBy: 'PRODUCT', matchType: 'W', searchValue: [], line });

type Lists = ReturnType<typeof createClient<typeof OWN_LIST_ENDPOINTS>>;

/** A nomenclature in which each code of the longest list is known: the texts that ship know headings. */
const NOMENCLATURE =
  'section,hscode,description,parent,level\nXIII,69,Ceramics,TOTAL,2\nXIII,6907,Tiles,69,4\nXIII,690721,Tiles that take little water,6907,6\n';

/** Rows of lists: codes with digits as countries add them, and companies. */
const ROW_OF = {
  HS_CODE: (row: number) => [`690721${String(row).padStart(6, '0')}`],
  COMPANY: (row: number) => [`Trading Company ${row.toString(36)} of ${(row * 7919).toString(36)}`],
};

/** Brings a list and waits until it has been looked for. @returns what it has come to */
async function bring(lists: Lists, name: string, kind: keyof typeof ROW_OF, rows: number): Promise<string> {
  const { listId } = await lists.createOwnList({ name, kind, columns: ['value'], valueColumn: 0, rows });
  for (let from = 0; from < rows; ) {
    const length = Math.min(OWN_LIST_LIMITS.partRows, rows - from);
    const part = Array.from({ length }, (_, at) => ROW_OF[kind](from + at));
    ({ received: from } = await lists.sendOwnListRows({ listId, from, rows: part }));
  }
  for (;;) {
    const [list] = (await lists.ownLists({ listId })).ownLists;
    if (list?.state !== 'MATCHING') return `${name} ${list?.state}: ${list?.members} of ${list?.rows}`;
    await sleep(500);
  }
}

/** A portal, and what is asked of it by the one account while the other one works. */
async function flooded(
  findings: Findings,
  flood: (asked: {
    calls(what: string, requests: readonly LargestRequest[]): Promise<void>;
    work(what: string, work: (lists: Lists) => Promise<readonly string[]>): Promise<void>;
  }) => Promise<void>,
): Promise<void> {
  const { folder, demo } = await demoFolder(ROWS, { RATE_LIMITS: 'on' });
  try {
    const [modest] = await addAccounts(folder, 1);
    const nomenclature = join(folder.path, 'nomenclature.csv');
    writeFileSync(nomenclature, NOMENCLATURE);
    await mustRun(folder, 'hs', 'load', nomenclature);
    const portal = await openPortal(folder);
    const [greedy, other] = [await portal.signIn(demo), await portal.signIn(modest ?? demo)];
    const token = () => greedy.person.token;
    const lists: Lists = createClient<typeof OWN_LIST_ENDPOINTS>(
      { baseUrl: portal.url, credential: 'tidewaiter-web:', token },
      OWN_LIST_ENDPOINTS,
    );
    const askAs = async (accessedby: string, { path, body }: LargestRequest) => {
      const headers = { authorization: `Basic ${btoa('tidewaiter-web:')}`, accessedby };
      const response = await fetch(portal.url + path, {
        ...{ method: 'POST', body: JSON.stringify(body) },
        headers: { ...headers, 'content-type': 'application/json' },
      });
      const { errorCode } = (await response.json()) as { errorCode?: string };
      return `${response.status}${errorCode === undefined ? '' : ` ${errorCode}`}`;
    };
    let day = 0;
    const work = async (what: string, act: (of: Lists) => Promise<readonly string[]>) => {
      const before = residentMb(portal.pid);
      const memory = watched(() => residentMb(portal.pid));
      let isDone = false;
      const working = act(lists).finally(() => {
        isDone = true;
      });
      const [waits, answers]: [number[], string[]] = [[], []];
      while (!isDone) {
        day += 1;
        const fromDate = new Date(Date.UTC(2022, 0, day)).toISOString().slice(0, 10);
        const started = performance.now();
        const asked = counted({ fromDate, searchBy: 'HS_CODE', matchType: 'L', searchValue: ['8517'] });
        answers.push(await askAs(other.person.token, asked));
        waits.push(performance.now() - started);
        await sleep(PAUSE);
      }
      const said = await working;
      memory.end();
      const longest = Math.max(0, ...waits);
      findings.add(what, tally(said), !said.some((answer) => answer.startsWith('500')));
      const more = memory.most() - before;
      findings.add(`${what}: memory`, `${before.toFixed(0)} MB, ${memory.most().toFixed(0)} at most`, more <= MOST_MB);
      findings.add(
        `${what}: another account's ${waits.length} searches`,
        `${tally(answers)}; ${seconds(quantile(waits, 0.5))} in the middle, ${seconds(longest)} at most`,
        longest <= MOST_WAIT && answers.every((answer) => answer === '200'),
      );
    };
    const ask = (request: LargestRequest) => askAs(token(), request);
    await flood({
      work,
      calls: (what, requests) => work(`${requests.length} ${what} at once`, () => Promise.all(requests.map(ask))),
    });
    await portal.stop();
  } finally {
    await folder.remove();
  }
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

export const flood: Scenario = {
  name: 'flood',
  about:
    'the worst and the largest requests, --calls at once: refused in words, within a set memory, beside another account',
  run: (findings, { calls: count }) =>
    flooded(findings, async ({ calls }) => {
      await calls('of the worst request', numbers(count).map(worstRequest));
      const largest = [1, 2].flatMap(largestRequests).filter(({ name }) => name !== 'suggestionList');
      await calls(
        'of the largest requests',
        numbers(count).flatMap((number) => largest[(number * 7) % largest.length] ?? []),
      );
    }),
};

export const floodLines: Scenario = {
  name: 'flood-lines',
  about: 'query lines and lists at their bounds, --calls at once, beside another account',
  run: (findings, { calls: count }) =>
    flooded(findings, async ({ calls, work }) => {
      await calls(
        'of the dearest lines',
        numbers(count).map((number) => {
          const lines = Object.values(dearestLines(number));
          return ofLine(lines[number % lines.length] ?? '');
        }),
      );
      await work('the longest lists, brought and looked for', (lists) =>
        Promise.all([
          bring(lists, 'Codes', 'HS_CODE', OWN_LIST_LIMITS.members),
          bring(lists, 'Companies', 'COMPANY', OWN_LIST_LIMITS.rows),
        ]),
      );
      // Each another one, so that nothing kept can answer.
      await calls(
        'searches by the longest list',
        numbers(count).map((number) => ofLine(`hs:@Codes value:>${number}`)),
      );
    }),
};
