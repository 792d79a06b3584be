/** Lines and lists at their bounds, all at once by one account, while another one works as people do. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type createClient, type OWN_LIST_ENDPOINTS, OWN_LIST_LIMITS } from '@tidewaiter/contract';
import { dearestLines } from '@tidewaiter/testing/dearest-lines';
import type { LargestRequest } from '@tidewaiter/testing/largest-requests';

export const SCOPE = {
  tradeType: 'IMPORT',
  countryCode: ['KOR', 'IND', 'VNM'],
  fromDate: '2022-01-01',
  toDate: '2024-12-31',
};

const ofLine = (line: string, path = '/search-management/searchcount'): LargestRequest => ({
  ...{ path, name: 'searchCount' },
  body: { ...SCOPE, searchBy: 'PRODUCT', matchType: 'W', searchValue: [], line },
});

/** So many of the dearest lines, none twice, of each kind as many. */
export function lineRequests(count: number): LargestRequest[] {
  return Array.from({ length: count }, (_, number) => {
    const lines = Object.values(dearestLines(number));
    return ofLine(lines[number % lines.length] ?? '');
  });
}

/** Searches by the longest list: each another one, so that nothing kept can answer. */
export const listRequests = (count: number, list: string): LargestRequest[] =>
  Array.from({ length: count }, (_, number) => ofLine(`hs:@${list} value:>${number}`));

type Lists = ReturnType<typeof createClient<typeof OWN_LIST_ENDPOINTS>>;

/** A nomenclature in which each code of the longest list is known: the texts that ship know headings. */
export const NOMENCLATURE =
  'section,hscode,description,parent,level\nXIII,69,Ceramics,TOTAL,2\nXIII,6907,Tiles,69,4\nXIII,690721,Tiles that take little water,6907,6\n';

/** Codes with digits as countries add them. */
const code = (row: number) => [`690721${String(row).padStart(6, '0')}`];
const company = (row: number) => [`Trading Company ${row.toString(36)} of ${(row * 7919).toString(36)}`];

/** Brings a list and waits until it has been looked for. @returns what it has come to */
async function bring(lists: Lists, name: string, kind: 'HS_CODE' | 'COMPANY', rows: number) {
  const rowOf = kind === 'HS_CODE' ? code : company;
  const { listId } = await lists.createOwnList({ name, kind, columns: ['value'], valueColumn: 0, rows });
  for (let from = 0; from < rows; ) {
    const part = Array.from({ length: Math.min(OWN_LIST_LIMITS.partRows, rows - from) }, (_, at) => rowOf(from + at));
    ({ received: from } = await lists.sendOwnListRows({ listId, from, rows: part }));
  }
  for (;;) {
    const [list] = (await lists.ownLists({ listId })).ownLists;
    if (list?.state !== 'MATCHING') return list;
    await sleep(500);
  }
}

/** The longest list that can be searched by, and the longest that can be brought, together. */
export const bringLists = (lists: Lists) =>
  Promise.all([
    bring(lists, 'Codes', 'HS_CODE', OWN_LIST_LIMITS.members),
    bring(lists, 'Companies', 'COMPANY', OWN_LIST_LIMITS.rows),
  ]);

/** The modest account pauses so long between two calls, in milliseconds. */
const PAUSE = 100;

/**
 * Asks as one person does, until the work is done.
 *
 * @param ask one question of theirs, another one each time
 * @returns how long each took, in milliseconds
 */
export async function beside(work: Promise<unknown>, ask: (number: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  work.then(done, done);
  while (!isDone) {
    const started = performance.now();
    await ask(times.length);
    times.push(performance.now() - started);
    await sleep(PAUSE);
  }
  return times;
}
