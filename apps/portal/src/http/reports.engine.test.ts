/** Reports: every number opens its records, and what is computed anew says what became of each number. */
import {
  type ColumnKey,
  changesOf,
  type FiguresBlock,
  OTHERS,
  questionOfCompared,
  questionOfNumber,
  questionOfRecord,
  questionOfStatistic,
  type REPORT_ENDPOINTS,
  REPORT_LIMITS,
  type RequestOf,
  type RowKey,
  rowsOf,
  TOTAL,
} from '@tidewaiter/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import { bringList } from '../../testing/own-lists.js';
import { entitle, type SignedInAccount, searchesLeft, userOf } from '../../testing/portal.js';
import { sharedPortal } from '../../testing/shared-portal.js';
import { loadTestRows } from '../../testing/test-rows.js';
import { handleOwnLists } from '../own-lists/job.js';

const portal = sharedPortal();
const HEADER = 'no,date,hs,importer,exporter,origin,quantity,unit,usd';
const FIRMS = ['Alpha Trading', 'Beta Foods', 'Gamma Steel', 'Delta Tiles', 'Epsilon Yarn', ''];

const row = (no: number, usd = 100 + no) =>
  [
    ...[no, `2024-${String((no % 12) + 1).padStart(2, '0')}-${String((no % 27) + 1).padStart(2, '0')}`],
    ...[['690721', '690722', '851712'][no % 3], FIRMS[no % FIRMS.length], `Maker ${no % 4}`, ['CN', 'IN'][no % 2]],
    ...[no, 'KGS', usd],
  ].join(',');
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => row(from + at));

let load = 0;
beforeAll(async () => {
  handleOwnLists(portal.services);
  load = await loadTestRows(portal, 'VNM', HEADER, rows(1, 240));
});

const query = {
  ...payload({ searchValue: ['6907', '8517'], countryCode: ['VNM'], fromDate: '2024-01-01', toDate: '2024-12-31' }),
};
type Asks = RequestOf<typeof REPORT_ENDPOINTS.addReportBlock>['asks'];
const ASKS: Record<string, Asks> = {
  importers: { pivot: { query, rows: 'importers', topRows: 3 } },
  'chapters by quarter': { pivot: { query, rows: 'hsChapters', columns: 'quarters' } },
  'months by origin': {
    pivot: { query, rows: 'months', columns: 'foreignCountries', topColumns: 1, orderBy: 'SHIPMENTS' },
  },
  'two halves': {
    comparison: {
      ...{ query, by: 'exporters', top: 3 },
      ...{ before: { from: '2024-01-01', to: '2024-05-31' }, after: { from: '2024-06-01', to: '2024-10-31' } },
    },
  },
  'flows from country to importer': {
    pivot: { query, rows: 'foreignCountries', columns: 'importers', topRows: 1, topColumns: 3 },
  },
  'prices by month': { prices: { query } },
  'concentration by quarter': { concentration: { query, by: 'exporters' } },
  'single records': { records: { query, columns: ['be_date', 'importer_name'], top: 4 } },
};

async function reportOf({ client }: SignedInAccount, asks: readonly Asks[]) {
  const { reportId } = await client.createReport({ name: 'Tiles' });
  for (const [at, one] of asks.entries()) await client.addReportBlock({ reportId, title: `Block ${at}`, asks: one });
  return reportId;
}

const figuresIn = (blocks: readonly { kind: string }[]) =>
  blocks.filter((block): block is FiguresBlock => block.kind === 'FIGURES');

/** Every number of a block that may be opened, with how many records it says. */
interface ShownNumber {
  key: RowKey;
  column: ColumnKey;
  shipments: number;
  opens: ReturnType<typeof questionOfNumber>;
}

function numbersOf(block: FiguresBlock): ShownNumber[] {
  const { figures } = block;
  return rowsOf(figures).flatMap(([key, { cells, total, statistics = [] }]) => {
    const columns: [ColumnKey, (typeof cells)[number]][] = [
      ...figures.columns.map(({ name }, at): [ColumnKey, (typeof cells)[number]] => [name, cells[at] ?? null]),
      ...(figures.otherColumns > 0 ? [[OTHERS, cells.at(-1) ?? null] as [ColumnKey, (typeof cells)[number]]] : []),
      [TOTAL, total],
    ];
    const shown = columns.flatMap(([column, sums]): ShownNumber[] => {
      const { shipments } = sums ?? { shipments: 0 };
      return shipments > 0 ? [{ key, column, shipments, opens: questionOfNumber(block, key, column) }] : [];
    });
    const reckoned = statistics.map((value, at): ShownNumber => {
      expect(value, `${String(name(key))} ${at}`).toEqual(expect.any(Number));
      return { key, column: TOTAL, shipments: total?.shipments ?? 0, opens: questionOfStatistic(block, key, total) };
    });
    return [...shown, ...reckoned];
  });
}

const name = (key: RowKey | ColumnKey) => (typeof key === 'symbol' ? key.description : key);

describe('a report', () => {
  it.each(Object.keys(ASKS))('leads from each number of %s to just its records', async (which) => {
    const account = await portal.signIn(['VNM']);
    const reportId = await reportOf(account, [ASKS[which] ?? expect.fail()]);
    const [block = expect.fail()] = figuresIn((await account.client.report({ reportId })).blocks);
    const numbers = numbersOf(block);
    const opened = numbers.filter(({ opens }) => opens !== null);
    for (const { key, column, shipments, opens } of opened) {
      const found = await account.client.searchCount({ ...query, ...opens });
      expect(found, `${String(name(key))} ${String(name(column))}`).toBe(shipments);
    }
    // What records do not state cannot be searched for; nor what is beside it, nor other spans of time.
    const closed = numbers
      .filter(({ opens }) => opens === null)
      .map(({ key, column }) => `${String(name(key))} ${String(name(column))}`);
    expect({ opened: opened.length, closed }).toMatchSnapshot();
    for (const record of block.figures.records ?? []) {
      const found = await account.client.search({ ...query, ...questionOfRecord(block, record) });
      expect(found.impForeignList).toContainEqual(expect.objectContaining({ id: record.cells.id }));
    }
  });

  it('costs what its questions cost, once, and is free where they are paid for', async () => {
    const account = await portal.signIn(['VNM']);
    const before = await searchesLeft(account);
    const reportId = await reportOf(account, Object.values(ASKS));
    expect(before - (await searchesLeft(account))).toBe(1);
    expect((await account.client.report({ reportId })).refreshCost).toBe(0);
  });

  it('neither prices nor charges a block whose question is refused, says why, and computes the others', async () => {
    const account = await portal.signIn(['VNM']);
    const { client } = account;
    const listId = await bringList(portal, account, 'Phones', [['8517']]);
    const byList = { ...query, searchValue: [], line: 'hs:@Phones' };
    const listed: Asks = { pivot: { query: byList, rows: 'importers' } };
    const reportId = await reportOf(account, [listed, ASKS.importers ?? expect.fail()]);
    await client.removeOwnList({ listId });
    const left = await searchesLeft(account);
    const { blocks, revision, dataVersion, refreshCost, refused } = await client.report({ reportId });
    const why = 'Your account has no list “Phones” that is ready';
    expect({ dataVersion, refreshCost, refused }).toEqual({
      ...{ dataVersion: figuresIn(blocks)[1]?.figures.dataVersion, refreshCost: 0 },
      refused: [{ id: blocks[0]?.id, why }],
    });
    const fresh = await client.refreshReport({ reportId, revision, keep: true });
    expect(fresh.blocks).toMatchObject([{ why, figures: null }, { why: null }]);
    expect(await searchesLeft(account)).toBe(left);
    expect(await failure(client.searchCost(byList))).toMatchObject({ code: 'VALIDATION' });
  });

  it('keeps texts, titles, charts and an order, and nobody loses what another one has changed', async () => {
    const account = await portal.signIn(['VNM']);
    const { client } = account;
    const reportId = await reportOf(account, [ASKS.importers ?? expect.fail()]);
    const { blocks, revision } = await client.report({ reportId });
    const [{ id } = expect.fail()] = blocks;
    const change = {
      ...{ reportId, revision, name: 'Tiles of 2024' },
      blocks: [{ text: '# Who buys\n\n- one' }, { id, title: 'Buyers', chart: 'BARS' as const }],
    };
    await client.changeReport(change);
    const changed = await client.report({ reportId });
    expect(changed).toMatchObject({
      ...{ name: 'Tiles of 2024', revision: revision + 1 },
      blocks: [
        { kind: 'TEXT', text: '# Who buys\n\n- one' },
        { id, kind: 'FIGURES', title: 'Buyers', chart: 'BARS' },
      ],
    });
    expect(await failure(client.changeReport(change))).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    const twice = [0, 1].map(() => ({ id, title: 'Buyers', chart: 'BARS' as const }));
    expect(await failure(client.changeReport({ ...change, revision: changed.revision, blocks: twice }))).toMatchObject({
      code: 'CHANGED_MEANWHILE',
    });
    const { reports } = await client.reportList({});
    expect(reports).toMatchObject([{ reportId, name: 'Tiles of 2024', blocks: 2, mayChange: true }]);
    await client.removeReport({ reportId });
    expect(await failure(client.report({ reportId }))).toMatchObject({ code: 'NOT_YOURS' });
  });

  it('says of each number what came and what went since, before it is taken', async () => {
    const account = await portal.signIn(['VNM']);
    const { client } = account;
    const reportId = await reportOf(account, Object.values(ASKS));
    const kept = await client.report({ reportId });
    // Its next edition has more records, has lost one, and says another value of two.
    const edition = rows(1, 270).filter((_, at) => ![5, 11, 17].includes(at));
    await loadTestRows(portal, 'VNM', HEADER, [...edition, row(6, 9000), row(12, 9000)], 'IMPORT', load);
    const { blocks, revision } = await client.refreshReport({ reportId, revision: kept.revision });
    expect(revision).toBe(kept.revision);
    for (const [at, { figures, came, why }] of blocks.entries()) {
      const before = figuresIn(kept.blocks)[at]?.figures;
      if (!before || !figures || !came) throw new Error(`no figures: ${why}`);
      const changes = changesOf(before, figures, came);
      const inPeriods = figures.columns[0]?.name.includes('/');
      if (!inPeriods) expect(changes.total).toMatchObject({ came: 30, gone: 1, after: { shipments: 268 } });
      for (const [key] of rowsOf(figures))
        for (const column of [...figures.columns.map(({ name }) => name), null]) {
          const change = changes.of(key, column);
          if (!change || change.gone === null) continue;
          expect((change.before?.shipments ?? 0) + change.came - change.gone).toBe(change.after?.shipments ?? 0);
          expect(change.gone).toBeGreaterThanOrEqual(0);
        }
      expect(changes.count).toBeGreaterThan(0);
    }
    // What was looked at is not kept until that is asked.
    expect((await client.report({ reportId })).blocks).toEqual(kept.blocks);
    await client.refreshReport({ reportId, revision, keep: true });
    const now = await client.report({ reportId });
    expect(figuresIn(now.blocks).map(({ figures }) => figures.total)).toEqual(
      blocks.map(({ figures }) => figures?.total),
    );
    expect(now.revision).toBe(revision + 1);
  });

  it('leaves out what counts records that may be seen no more, until it is computed anew', async () => {
    const account = await portal.signIn(['VNM']);
    const { client } = account;
    const phones: Asks = { pivot: { query: { ...query, searchValue: ['8517'] }, rows: 'importers' } };
    const reportId = await reportOf(account, [ASKS.importers ?? expect.fail(), phones]);
    // Every third one is of phones, and of these two firms.
    const { suppressions } = portal.services.records;
    await suppressions.suppress({ kind: 'party', subject: await suppressions.keyOf('Gamma Steel') }, 'asked for');
    const { blocks, revision } = await client.report({ reportId });
    expect(figuresIn(blocks).map(({ isWithheld }) => isWithheld)).toEqual([true, true]);
    expect(JSON.stringify(blocks)).not.toContain('Gamma');
    await client.refreshReport({ reportId, revision, keep: true });
    const now = figuresIn((await client.report({ reportId })).blocks);
    expect(now.map(({ isWithheld, figures }) => [isWithheld, figures.rows.length > 0])).toEqual([
      [false, true],
      [false, true],
    ]);
    // What none of its records was withdrawn of stays.
    await suppressions.suppress({ kind: 'party', subject: await suppressions.keyOf('Delta Tiles') }, 'asked for');
    const later = figuresIn((await client.report({ reportId })).blocks);
    expect(later.map(({ isWithheld }) => isWithheld)).toEqual([true, false]);
  });

  it('is read by anybody through its link, as far as its account sees its records, until that ends', async () => {
    const account = await portal.signIn(['VNM']);
    const { client } = account;
    const tiles: Asks = { pivot: { query: { ...query, searchValue: ['690722'] }, rows: 'importers' } };
    const reportId = await reportOf(account, [tiles]);
    const nobody = portal.clientOf(() => null);
    const first = await client.shareReport({ reportId, days: 30 });
    const { token, endsDate } = await client.shareReport({ reportId, days: 7, note: ' For the board ' });
    expect((await client.report({ reportId })).link).toEqual({ note: 'For the board', endsDate });
    expect(await failure(nobody.sharedReport({ token: first.token }))).toMatchObject({ code: 'LINK_EXPIRED' });
    const read = await nobody.sharedReport({ token });
    const own = await client.report({ reportId });
    expect(read).toEqual({ name: own.name, blocks: own.blocks, notes: own.notes, note: 'For the board', endsDate });
    expect(figuresIn(read.blocks)[0]?.figures.rows.length).toBeGreaterThan(0);
    // Its account sees nothing of these countries any more, and so do its readers not.
    await entitle(portal, account, { countries: ['KOR'] });
    expect(figuresIn((await nobody.sharedReport({ token })).blocks)[0]).toMatchObject({
      ...{ isWithheld: true, figures: { rows: [], total: { total: null } } },
    });
    await client.unshareReport({ reportId });
    expect(await failure(nobody.sharedReport({ token }))).toMatchObject({ code: 'LINK_EXPIRED' });
    // One whose last day was yesterday.
    const { saved } = portal.services.accounts;
    const past = await saved.reports.share(await userOf(portal, account), reportId, { days: -1, note: '' });
    expect(await failure(nobody.sharedReport({ token: past.secret }))).toMatchObject({ code: 'LINK_EXPIRED' });
    expect((await client.report({ reportId })).link).toBeNull();
    // No browser of this portal's makes PDF.
    expect(await failure(client.reportPdf({ reportId }))).toMatchObject({ code: 'NO_PDF' });
  });

  it('holds no more than a report may', async () => {
    const { client } = await portal.signIn(['VNM']);
    const { reportId } = await client.createReport({ name: 'Long' });
    const text = 'x'.repeat(REPORT_LIMITS.reportText);
    const blocks = Array.from({ length: REPORT_LIMITS.reportBlocks }, () => ({ text }));
    await client.changeReport({ reportId, revision: 1, name: 'Long', blocks });
    expect(
      await failure(client.addReportBlock({ reportId, title: 'One', asks: ASKS.importers ?? expect.fail() })),
    ).toMatchObject({ code: 'REPORT_FULL' });
  });

  it('is for its account alone, and computes nothing for who may see none of it', async () => {
    const [mine, other] = [await portal.signIn(['VNM']), await portal.signIn(['KOR'])];
    const reportId = await reportOf(mine, []);
    const refused = await Promise.all(
      [
        other.client.report({ reportId }),
        other.client.removeReport({ reportId }),
        other.client.shareReport({ reportId, days: 7 }),
        other.client.unshareReport({ reportId }),
        other.client.reportPdf({ reportId }),
      ].map(failure),
    );
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['NOT_YOURS']));
    const own = await reportOf(other, [ASKS.importers ?? expect.fail()]);
    const [block = expect.fail()] = figuresIn((await other.client.report({ reportId: own })).blocks);
    expect(block.figures).toMatchObject({ rows: [], total: { total: { shipments: 0 } } });
    expect(block.figures.hidden).toContain('covers none');
  });

  it('tells of an unusual price beside those of its goods, lane, month and unit, from twenty others on', async () => {
    const lines = (count: number, month: string, unit: string) =>
      Array.from({ length: count }, (_, at) =>
        [`${month}${at}${unit}`, `2023-${month}-1${at % 9}`, '690721', 'Alpha Trading', `Maker ${at}`, 'CN', 10].concat(
          [...[unit, at === 0 ? 9000 : 100 + at]],
        ),
      );
    const there = [lines(21, '05', 'KGS'), lines(20, '06', 'KGS'), lines(1, '05', 'PCS')].flat();
    await loadTestRows(
      portal,
      'VNM',
      HEADER,
      there.map((cells) => cells.join(',')),
    );
    const account = await portal.signIn(['VNM']);
    const asked = { ...query, fromDate: '2023-01-01', toDate: '2023-12-31' };
    const reportId = await reportOf(account, [
      { unusualPrices: { query: asked, unit: 'KGS' } },
      { prices: { query: asked, unit: 'KGS' } },
    ]);
    const [block = expect.fail(), prices = expect.fail()] = figuresIn(
      (await account.client.report({ reportId })).blocks,
    );
    // No search finds those alone that state a price in a unit: where they are not all, the number is no link.
    expect(prices.figures.rows.map((row) => questionOfStatistic(prices, row.name, row.total) !== null)).toEqual([
      ...[false, true],
    ]);
    const { records = [], total, unit } = block.figures;
    expect({ unit, all: total.total?.shipments, records }).toMatchObject({
      ...{ unit: 'KGS', all: there.length },
      // By hand: 21 prices in USD per kilogram, 10.1 to 12.0 in steps of a tenth, and 900.
      records: [{ compared: { price: 900, priced: 21, records: 22, quartile1: 10.6, median: 11.1, quartile3: 11.6 } }],
    });
    const [record = expect.fail()] = records;
    expect(await account.client.searchCount({ ...asked, ...questionOfCompared(block, record) })).toBe(22);
    const found = await account.client.search({ ...asked, ...questionOfRecord(block, record) });
    expect(found.impForeignList).toContainEqual(expect.objectContaining({ id: record.cells.id }));
  });
});
