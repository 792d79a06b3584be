import {
  breakdownQuery,
  type DataAccess,
  distinctValuesQuery,
  LISTED_DIMENSIONS,
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
import type { RequestedScope } from '../src/query/entitlement.js';
import { ListedParties } from '../src/query/listed.js';
import { Snapshot, type Sources } from '../src/query/snapshot.js';
import { Question } from '../src/question.js';
import type { Records } from '../src/records.js';
import { CharacterFolding } from '../src/text/character-folding.js';

/** Opens a question for one account. */
export type Ask = <Query extends RequestedScope>(query: Query) => Promise<Question<Query>>;

/** For an account, with the answers that all accounts share. */
export const asAccount =
  (records: Records, access: DataAccess = EVERYTHING): Ask =>
  (query) =>
    records.ask(query, access, AS_PORTAL);

/** For an account that shares no answer with any other, nor with itself. */
export const asAlone =
  (records: Records, access: DataAccess): Ask =>
  async (query) =>
    new Question(query, { access }, await snapshotAlone(records));

const noDictionary = async () => undefined;
const NO_DICTIONARIES: Pick<Sources, 'partyNames' | 'tokens'> = {
  partyNames: new VersionDictionaries<Parties, PartyNameDictionary>([], noDictionary),
  tokens: new VersionDictionaries<TokenizedColumn, TokenDictionary>([], noDictionary),
};

/** The records as they are now, for who shares nothing. */
export async function snapshotAlone(records: Records, dictionaries = NO_DICTIONARIES): Promise<Snapshot> {
  const { askedEngine: engine, nomenclature, versions } = records;
  const own = { answers: new AnswerCache(0), nameIndexes: new NameIndexes(), listedParties: new ListedParties() };
  const sources = { engine, nomenclature, folding: new CharacterFolding(), ...own, ...dictionaries };
  return new Snapshot(sources, await versions.current(), AS_PORTAL);
}

/** One answer, by what it is of. */
export type Answer = readonly [of: string, answer: (ask: Ask) => Promise<unknown>];

/** What came since the version before: it is also of how the records came to be as they are, and so no answer of theirs alone. */
export const arrivalsOf = (query: SearchQuery): Answer[] =>
  askedOf(query, {
    'since the version before': (question) => question.since(Math.max(1, question.dataVersion - 1)).page(),
    'sources without any since': (question) =>
      question.silentSources(query.tradeType, Math.max(1, question.dataVersion - 1)),
    'what a watch tells since the version before': async (question) => {
      const latest = await question.ofLatestDays();
      if (latest === null) return [];
      const since = Math.max(1, latest.dataVersion - 1);
      const telling = { signals: WATCH_SIGNALS, thresholds: WATCH_THRESHOLDS.WIDEST };
      const found = (await latest.findings(since, telling)).map(({ about: _about, ...told }) => told);
      return [await latest.hasMoreSince(since), ...found];
    },
  });

/** Answers of one question, by what each is of. */
export const askedOf = <Query extends RequestedScope>(
  query: Query,
  answers: Readonly<Record<string, (question: Question<Query>) => unknown>>,
): Answer[] => Object.entries(answers).map(([of, answer]) => [of, async (ask) => answer(await ask(query))]);

/** Where a record stands in a file is no answer: loaded again, it stands elsewhere. */
const withoutSource = <Row extends { source: unknown }>(rows: readonly Row[]) =>
  rows.map(({ source: _, ...row }) => row);

/** Every answer that a question of the search form has, whatever was loaded and hidden in which order. */
export function answersOf(query: SearchQuery): Answer[] {
  const pages = [undefined, 'importer_name'].flatMap((orderByColumn) =>
    [0, 1].flatMap((pageNumber) =>
      askedOf(
        { ...query, orderByColumn, pageNumber },
        { [`page ${pageNumber} by ${orderByColumn}`]: async (question) => withoutSource(await question.page()) },
      ),
    ),
  );
  const list = (changes: object) => breakdownQuery.parse({ ...query, numberOfRecords: 500, pageNumber: 0, ...changes });
  const values = ['hs_code', 'importer_name', 'exporter_name', 'notify_party_name'].flatMap((columnName) => {
    const asked = distinctValuesQuery.safeParse({ ...query, numberOfRecords: 50, columnName });
    // Which columns have such a list depends on the direction of trade.
    return asked.success
      ? askedOf(asked.data, { [`values of ${columnName}`]: (question) => question.distinctValues() })
      : [];
  });
  const lists = askedOf(list({}), {
    lists: (question) => Promise.all(LISTED_DIMENSIONS.map((dimension) => question.list(dimension))),
  });
  const narrowed = askedOf(list({ numberOfRecords: 5, nameContains: 'c' }), {
    'importers with c': (question) => question.list('importers'),
  });
  const company = query.importerList[0] ?? 'Acme 1';
  const cut = { offset: 1, limit: 3 };
  const periods = { before: { from: '2024-01-01', to: '2024-06-30' }, after: { from: '2024-07-01', to: '2024-12-31' } };
  const byValue = { unit: '', orderBy: 'VALUE' } as const;
  const owner = { account: 1, key: 'a3c4f7d2-55a1-4c1e-9f6b-0f2c7a9d1e10', exports: [] };
  const exported = { weightages: new Map(), maximum: 500, balance: 300, owner };
  const told = askedOf(query, {
    scope: ({ scope }) => scope,
    count: (question) => question.count(),
    'records read on': async (question) => [
      withoutSource(await question.recordsFrom(cut)),
      await question.idsFrom(cut),
    ],
    'offered columns': (question) => question.offeredColumns(),
    relaxations: (question) => question.relaxations(),
    'top exporters': (question) => question.top('exporters', 50),
    pivot: (question) =>
      question.pivot({ ...byValue, rows: 'importers', columns: 'quarters', topRows: 5, topColumns: 4 }),
    comparison: (question) => question.comparison({ ...periods, ...byValue, by: 'exporters', top: 5 }),
    units: (question) => question.units(),
    'amount spread': (question) => question.amountSpread('rangeValueUsd'),
    'up to date': async (question) => (await question.upToDate()).count(),
    'in words': (question) => question.inWords(),
    'export plan': (question) => question.exportPlan(exported),
    'unit prices': (question) => question.unitPrices(''),
    concentration: (question) => question.concentration('importers', 'years'),
    parties: (question) =>
      question.parties({ ...byValue, by: 'exporters', change: null, pageNumber: 0, numberOfRecords: 20 }),
    flows: (question) => question.flows(['foreignCountries', 'importers'], 4),
    ...Object.fromEntries(
      ['Acme', 'Acme 1', ...query.importerList.slice(0, 1)].map((name) => [
        `companys shipments ${name}`,
        (question: Question<SearchQuery>) => question.companyShipments(name),
      ]),
    ),
    company: async (question) => question.company(await question.partyKey(company), {}),
    'similar companies': async (question) => question.similarCompanies(await question.partyKey(company), {}),
    'related companies': async (question) => question.relatedCompanies(await question.partyKey(company)),
    identities: (question) => question.identities('IMPORTER', ['Acme Ltd', 'Acme 1', 'Bolt GmbH']),
    'coverage by month': (question) => question.months(),
    'coverage by country': (question) => question.countries(),
    news: (question) => question.news(new Date(0)),
  });
  return [...told, ...pages, ...lists, ...narrowed, ...values];
}

/** What is typed: every way in which a suggestion is found. */
const TYPED = [
  ['IMPORTER', 'ac', 'bo', 'hid'],
  ['EXPORTER', 'ac', 'ex', 'hid'],
  ['PRODUCT', 'co', 'hid', 'cotton sh'],
  ['HS_CODE', '61', 'cotton', 'hidden'],
] as const;

type Scope = Pick<SearchQuery, 'tradeType' | 'countryCode' | 'fromDate' | 'toDate'>;

/** What is suggested for everything that is typed. */
export const suggestionsWithin = ({ tradeType, countryCode, fromDate, toDate }: Scope): Answer[] =>
  TYPED.flatMap(([searchBy, ...typed]) =>
    typed.flatMap((searchValue) => {
      const asked = { tradeType, countryCode, fromDate, toDate, searchBy, matchType: 'L', searchValue };
      const of = `suggestions ${searchBy} ${searchValue} ${fromDate}`;
      return askedOf(suggestionQuery.parse(asked), { [of]: (question) => question.suggestions() });
    }),
  );

/** Asks them all, one after another: each answer by what it is of. */
export async function allOf(answers: readonly Answer[], ask: Ask): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [of, answer] of answers) found[of] = await answer(ask);
  return found;
}
