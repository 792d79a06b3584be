import {
  breakdownQuery,
  type DataAccess,
  distinctValuesQuery,
  LISTED_DIMENSIONS,
  type SearchPayload,
  type SearchQuery,
  suggestionQuery,
  WATCH_SIGNALS,
  WATCH_THRESHOLDS,
} from '@tidewaiter/contract';
import { AS_PORTAL, EVERYTHING } from '@tidewaiter/testing/records';
import { AnswerCache } from '../src/cache/answer-cache.js';
import type { Parties, PartyNameDictionary } from '../src/cache/party-name-dictionary.js';
import type { TokenDictionary, TokenizedColumn } from '../src/cache/token-dictionary.js';
import { VersionDictionaries } from '../src/cache/version-dictionaries.js';
import { NameIndexes } from '../src/matching/name-indexes.js';
import type { Asked } from '../src/query/entitlement.js';
import { ListedParties } from '../src/query/listed.js';
import { Snapshot } from '../src/query/snapshot.js';
import { Question } from '../src/question.js';
import type { Records } from '../src/records.js';
import { CharacterFolding } from '../src/text/character-folding.js';

/** Opens a question for one account. */
export type Ask = <Query extends Asked>(query: Query) => Promise<Question<Query>>;

/** For an account, with the answers that all accounts share. */
export const asAccount =
  (records: Records, access: DataAccess = EVERYTHING): Ask =>
  (query) =>
    records.ask(query, access, AS_PORTAL);

/** For an account that shares no answer with any other, nor with itself. */
export function asAlone({ askedEngine: engine, nomenclature, versions }: Records, access: DataAccess): Ask {
  const noDictionary = async () => undefined;
  const partyNames = new VersionDictionaries<Parties, PartyNameDictionary>([], noDictionary);
  const tokens = new VersionDictionaries<TokenizedColumn, TokenDictionary>([], noDictionary);
  const answers = new AnswerCache(0);
  const nameIndexes = new NameIndexes();
  const dictionaries = { partyNames, tokens, nameIndexes, listedParties: new ListedParties() };
  const sources = { engine, nomenclature, answers, folding: new CharacterFolding(), ...dictionaries };
  return async (query) => new Question(query, { access }, new Snapshot(sources, await versions.current(), AS_PORTAL));
}

/** One answer, by what it is of. */
export type Answer = readonly [of: string, answer: (ask: Ask) => Promise<unknown>];

/** What came since the version before: it is also of how the records came to be as they are, and so no answer of theirs alone. */
export const arrivalsOf = (query: SearchQuery): Answer[] => [
  [
    'since the version before',
    async (ask) => {
      const question = await ask(query);
      return question.since(Math.max(1, question.dataVersion - 1)).page();
    },
  ],
  [
    'what a watch tells since the version before',
    async (ask) => {
      const latest = await (await ask(query)).ofLatestDays();
      if (latest === null) return [];
      const since = Math.max(1, latest.dataVersion - 1);
      const telling = { signals: WATCH_SIGNALS, thresholds: WATCH_THRESHOLDS.WIDEST };
      const found = (await latest.findings(since, telling)).map(({ about: _about, ...told }) => told);
      return [await latest.hasMoreSince(since), ...found];
    },
  ],
];

/** Every answer that a question of the search form has, whatever was loaded and hidden in which order. */
export function answersOf(query: SearchQuery): Answer[] {
  const pages = [undefined, 'importer_name'].flatMap((orderByColumn) =>
    [0, 1].map(
      (pageNumber): Answer => [
        `page ${pageNumber} by ${orderByColumn}`,
        // Where a record stands in a file is no answer: loaded again, it stands elsewhere.
        async (ask) =>
          (await (await ask({ ...query, orderByColumn, pageNumber })).page()).map(({ source: _, ...row }) => row),
      ],
    ),
  );
  const list = (changes: Partial<SearchPayload> & { nameContains?: string }) =>
    breakdownQuery.parse({ ...query, numberOfRecords: 500, pageNumber: 0, ...changes });
  const values = ['hs_code', 'importer_name', 'exporter_name', 'notify_party_name'].flatMap((columnName): Answer[] => {
    const asked = distinctValuesQuery.safeParse({ ...query, numberOfRecords: 50, columnName });
    // Which columns have such a list depends on the direction of trade.
    return asked.success ? [[`values of ${columnName}`, async (ask) => (await ask(asked.data)).distinctValues()]] : [];
  });
  return [
    ['scope', async (ask) => (await ask(query)).scope],
    ['count', async (ask) => (await ask(query)).count()],
    ...pages,
    [
      'records read on',
      async (ask) => {
        const question = await ask(query);
        const cut = { offset: 1, limit: 3 };
        const [rows, ids] = await Promise.all([question.recordsFrom(cut), question.idsFrom(cut)]);
        return { ids, rows: rows.map(({ source: _, ...row }) => row) };
      },
    ],
    ['offered columns', async (ask) => (await ask(query)).offeredColumns()],
    ['relaxations', async (ask) => (await ask(query)).relaxations()],
    [
      'lists',
      async (ask) => {
        const question = await ask(list({}));
        return Promise.all(LISTED_DIMENSIONS.map((dimension) => question.list(dimension)));
      },
    ],
    ['top exporters', async (ask) => (await ask(query)).top('exporters', 50)],
    ['importers with c', async (ask) => (await ask(list({ numberOfRecords: 5, nameContains: 'c' }))).list('importers')],
    ...values,
    [
      'pivot',
      async (ask) =>
        (await ask(query)).pivot({
          ...{ rows: 'importers', columns: 'quarters', unit: '', orderBy: 'VALUE', topRows: 5, topColumns: 4 },
        }),
    ],
    [
      'comparison',
      async (ask) => {
        const periods = {
          before: { from: '2024-01-01', to: '2024-06-30' },
          after: { from: '2024-07-01', to: '2024-12-31' },
        };
        return (await ask(query)).comparison({ ...periods, by: 'exporters', unit: '', orderBy: 'VALUE', top: 5 });
      },
    ],
    ['units', async (ask) => (await ask(query)).units()],
    ['amount spread', async (ask) => (await ask(query)).amountSpread('rangeValueUsd')],
    ['up to date', async (ask) => (await (await ask(query)).upToDate()).count()],
    ['in words', async (ask) => (await ask(query)).inWords()],
    [
      'export plan',
      async (ask) => {
        const owner = { account: 1, key: 'a3c4f7d2-55a1-4c1e-9f6b-0f2c7a9d1e10', exports: [] };
        return (await ask(query)).exportPlan({ weightages: new Map(), maximum: 500, balance: 300, owner });
      },
    ],
    ['unit prices', async (ask) => (await ask(query)).unitPrices('')],
    ['concentration', async (ask) => (await ask(query)).concentration('importers', 'years')],
    [
      'parties',
      async (ask) =>
        (await ask(query)).parties({
          ...{ by: 'exporters', unit: '', orderBy: 'VALUE', change: null, pageNumber: 0, numberOfRecords: 20 },
        }),
    ],
    ['flows', async (ask) => (await ask(query)).flows(['foreignCountries', 'importers'], 4)],
    ...['Acme', 'Acme 1', ...query.importerList.slice(0, 1)].map(
      (company): Answer => [
        `companys shipments ${company}`,
        async (ask) => (await ask(query)).companyShipments(company),
      ],
    ),
    [
      'company',
      async (ask) => {
        const question = await ask(query);
        return question.company(await question.partyKey(query.importerList[0] ?? 'Acme 1'), {});
      },
    ],
    [
      'similar companies',
      async (ask) => {
        const question = await ask(query);
        return question.similarCompanies(await question.partyKey(query.importerList[0] ?? 'Acme 1'), {});
      },
    ],
    [
      'related companies',
      async (ask) => {
        const question = await ask(query);
        return question.relatedCompanies(await question.partyKey(query.importerList[0] ?? 'Acme 1'));
      },
    ],
    ['identities', async (ask) => (await ask(query)).identities('IMPORTER', ['Acme Ltd', 'Acme 1', 'Bolt GmbH'])],
    ['coverage by month', async (ask) => (await ask(query)).months()],
    ['coverage by country', async (ask) => (await ask(query)).countries()],
    ['news', async (ask) => (await ask(query)).news(new Date(0))],
  ];
}

/** What is typed: every way in which a suggestion is found. */
const TYPED = [
  { searchBy: 'IMPORTER', matchType: 'L', searchValue: 'ac' },
  { searchBy: 'IMPORTER', matchType: 'L', searchValue: 'bo' },
  { searchBy: 'EXPORTER', matchType: 'L', searchValue: 'ac' },
  { searchBy: 'EXPORTER', matchType: 'L', searchValue: 'ex' },
  { searchBy: 'IMPORTER', matchType: 'L', searchValue: 'hid' },
  { searchBy: 'EXPORTER', matchType: 'L', searchValue: 'hid' },
  { searchBy: 'PRODUCT', matchType: 'L', searchValue: 'co' },
  { searchBy: 'PRODUCT', matchType: 'L', searchValue: 'hid' },
  { searchBy: 'PRODUCT', matchType: 'L', searchValue: 'cotton sh' },
  { searchBy: 'HS_CODE', matchType: 'L', searchValue: '61' },
  { searchBy: 'HS_CODE', matchType: 'L', searchValue: 'cotton' },
  { searchBy: 'HS_CODE', matchType: 'L', searchValue: 'hidden' },
] as const;

/** What is suggested for everything that is typed. */
export function suggestionsWithin({
  tradeType,
  countryCode,
  fromDate,
  toDate,
}: Pick<SearchQuery, 'tradeType' | 'countryCode' | 'fromDate' | 'toDate'>): Answer[] {
  return TYPED.map((typed) => {
    const query = suggestionQuery.parse({ tradeType, countryCode, fromDate, toDate, ...typed });
    return [
      `suggestions ${typed.searchBy} ${typed.searchValue} ${fromDate}`,
      async (ask) => (await ask(query)).suggestions(),
    ];
  });
}

/** Asks them all, one after another: each answer by what it is of. */
export async function allOf(answers: readonly Answer[], ask: Ask): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [of, answer] of answers) found[of] = await answer(ask);
  return found;
}
