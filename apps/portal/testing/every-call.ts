import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  addMonths,
  DIMENSIONS,
  LISTED_DIMENSIONS,
  MARKET_SIDES,
  type PortalClient,
  RECORD_COLUMNS,
  type SearchPayload,
} from '@tidewaiter/contract';
import { API_CALLS, type ApiCall, type ApiCallName } from '@tidewaiter/contract/api';
import { Loader } from '@tidewaiter/loader';
import {
  FIRST,
  fileOf,
  type HiddenRow,
  JOINED,
  LAST,
  LEAD,
  mappingOf,
  SOURCES,
  SUPPRESSED,
} from '@tidewaiter/testing/hidden-records';
import { readXlsx } from 'hucre';
import { ended, start } from './exporting.js';
import type { SignedInAccount, TestPortal } from './portal.js';
import { programFor, type TestProgram } from './program.js';

const UPTO = '2020-04-12';
const MONTHS = 2;
/** What the account may see. */
export const LIMITS = { countries: ['VNM'], fromDate: addMonths(UPTO, -MONTHS), toDate: UPTO };

/** Loads records in place of those that were there. */
export async function loadRows(portal: TestPortal, rows: readonly HiddenRow[]): Promise<void> {
  const { loads, publication } = portal.services.records;
  await publication.unload((await loads.list()).map(({ loadId }) => loadId));
  await addRows(portal, rows);
}

/** Loads records beside others, numbered from a first one on. */
export async function addRows({ services }: TestPortal, rows: readonly HiddenRow[], first = 0): Promise<void> {
  const loader = new Loader(services.records);
  for (const trade of ['IMPORT', 'EXPORT'] as const) {
    const path = join(services.dataFolder, `${trade}${first || ''}.csv`);
    const some = rows.filter((row) => row.trade === trade);
    await writeFile(path, fileOf(some, first));
    await loader.load({ files: [{ path }], mapping: mappingOf(trade), accept: true });
  }
}

/** Has an account see that from now on. */
export async function limit({ services }: TestPortal, { person }: SignedInAccount): Promise<void> {
  await services.accounts.plans.subscriptions.subscribe(person.userid, {
    ...{ plan: 'Operator', countries: LIMITS.countries, dataAccessUpto: UPTO, dataAccessInMonth: MONTHS },
  });
}

/** What differs from one account, version and moment to the next, and tells nothing of records. */
const OWN = new Set(['searchId', 'dataVersion', 'fingerprint', 'since', 'pointsLeft', 'points_left']);
const withoutOwn = (answer: unknown) =>
  JSON.parse(JSON.stringify(answer, (key, value: unknown) => (OWN.has(key) ? undefined : value)) ?? 'null');

/** Lines of the sheet about a file that name its account, its version and its moment. */
const OWN_LINES = ['Exported at', 'Again', 'Records'];

const NOT_ZZ = { field: 'product', match: 'does_not_contain', values: ['zz'] };

/** The example of a call, of other records. */
function requestOf({ example = {} }: ApiCall, question: object): object {
  const days = { before: { from: '2020-02-01', to: '2020-02-29' }, after: { from: '2020-03-01', to: '2020-03-31' } };
  return {
    ...example,
    ...('question' in example && { question, columns: undefined, limit: 100 }),
    ...('before' in example && days),
    ...('company' in example && { company: 'Hidden Holdings Ltd' }),
    ...('text' in example && { text: 'hid', field: 'importer', countries: SOURCES, from: FIRST, to: LAST }),
  };
}

/** What a program is told but for what is its account's own and its moment's. */
const told = ({ status, data, meta }: Awaited<ReturnType<TestProgram['call']>>) => ({
  ...{ status, data },
  meta: { ...meta, data_version: undefined, left: undefined, cost: undefined },
});

async function sheetsOf(portal: TestPortal, client: PortalClient, query: SearchPayload): Promise<unknown> {
  const columnKeys = RECORD_COLUMNS.IMPORT.filter(({ set }) => set === 'core').map(({ key }) => key);
  const { exportId } = await ended(portal, client, await start(client, { query, columnKeys }, 'xlsx'));
  const { url } = await client.fetchExport({ exportId });
  const { sheets } = await readXlsx(Buffer.from(await (await fetch(portal.url + url)).arrayBuffer()));
  return sheets.map(({ rows }) => rows.filter(([name]) => !OWN_LINES.includes(String(name))));
}

/** All answers, each by what it is of. */
export async function everyCall(portal: TestPortal, account: SignedInAccount): Promise<Record<string, unknown>> {
  const { client } = account;
  const program = await programFor(portal, account);
  const query: SearchPayload = {
    ...{ tradeType: 'IMPORT', searchBy: 'PRODUCT', matchType: 'D', searchValue: ['zz'] },
    ...{ countryCode: SOURCES, fromDate: FIRST, toDate: LAST },
  };
  const { tradeType, countryCode, fromDate, toDate } = query;
  const typed = { tradeType, countryCode, fromDate, toDate, matchType: 'L' as const };
  const text = { ...query, searchBy: 'IMPORTER' as const, matchType: 'L' as const, searchValue: ['hidden', 'acme'] };
  const periods = { before: { from: '2020-02-01', to: '2020-02-29' }, after: { from: '2020-03-01', to: '2020-03-31' } };
  const answers: Record<string, unknown> = {};
  const note = async (of: string, answer: Promise<unknown>) => {
    answers[of] = withoutOwn(await answer);
  };
  for (const [name, asked] of Object.entries({ query, text })) {
    await note(`${name} page`, client.search(asked));
    await note(`${name} count`, client.searchCount(asked));
    await note(`${name} cost`, client.searchCost(asked));
    await note(`${name} records`, client.readRecords({ query: asked }));
    for (const dimension of LISTED_DIMENSIONS) {
      const { call } = DIMENSIONS[dimension].list;
      await note(`${name} ${call}`, client[call](asked));
    }
    await note(
      `${name} tops`,
      client.topLists({ ...asked, lists: { importers: 500, exporters: 500, localPorts: 500 } }),
    );
  }
  for (const dimension of ['importers', 'exporters', 'hsCodes', 'localPorts'] as const) {
    const { call } = DIMENSIONS[dimension].list;
    await note(`${call} with hid`, client[call]({ ...query, nameContains: 'hid' }));
  }
  for (const columnName of ['importer_name', 'notify_party_name', 'hs_code', 'incoterm'])
    await note(`values of ${columnName}`, client.listDistinctColumnValue({ ...query, columnName }));
  for (const searchBy of ['IMPORTER', 'EXPORTER', 'PRODUCT', 'HS_CODE'] as const)
    for (const searchValue of ['hid', 'cotton'])
      await note(`${searchBy} ${searchValue}`, client.suggestionList({ ...typed, searchBy, searchValue }));
  for (const by of ['importers', 'exporters', 'notifyParties', 'hsCodes'] as const) {
    await note(`pivot of ${by}`, client.pivot({ query, rows: by, columns: 'months' }));
    await note(`comparison by ${by}`, client.comparePeriods({ query, by, ...periods }));
    await note(`concentration of ${by}`, client.concentration({ query, by }));
  }
  for (const by of MARKET_SIDES) await note(`market parties: ${by}`, client.marketParties({ query, by }));
  await note('flows', client.tradeFlows({ query, steps: ['foreignCountries', 'exporters', 'importers'] }));
  await note('unit prices', client.unitPrices({ query }));
  await note('quantities', client.quantities({ query }));
  for (const name of ['Acme Ltd', LEAD, JOINED, 'Hidden Holdings Ltd', SUPPRESSED]) {
    await note(`company ${name}`, client.company({ company: name }));
    await note(`similar to ${name}`, client.similarCompanies({ company: name }));
    await note(`related to ${name}`, client.relatedCompanies({ company: name }));
    await note(`identity of ${name}`, client.partyIdentities({ query, by: 'importers', names: [name] }));
  }
  await note('countries', client.countryListByTrade({}, { params: { trade: 'I' } }));
  // Of countries that an account may not see it reads on purpose which have records; one lot of hidden ones may lack one.
  await note(
    'coverage',
    client.dataCoverage({}).then(({ notInPlan: _, ...seen }) => seen),
  );
  await note('news', client.dataNews({}));
  const asked = { ...{ trade: 'import', countries: SOURCES, from: FIRST, to: LAST }, where: [NOT_ZZ] };
  const bySentence = { ...asked, where: [{ field: 'importer', values: ['hidden', 'acme'] }] };
  for (const [name, call] of Object.entries<ApiCall>(API_CALLS)) {
    if (call.scope !== 'search' && call.scope !== 'analysis') continue;
    for (const question of [asked, bySentence])
      await note(
        `program ${name} ${question.where[0]?.field}`,
        program.call(name as ApiCallName, requestOf(call, question)).then(told),
      );
  }
  await note('file', sheetsOf(portal, client, query));
  return answers;
}
