/** Who a company is, who is like it, and whose records state the same: against a plain computation over the same records. */
import { COMPANY_ROLES, type CompanyRole, TRADE_TYPES, type TradeType } from '@tidewaiter/contract';
import { type DemoRecords, loadDemoRecords } from '@tidewaiter/testing/demo-records';
import { cases, drawn } from '@tidewaiter/testing/generated';
import { AS_PORTAL, EVERYTHING, seeing } from '@tidewaiter/testing/records';
import { smallMapping } from '@tidewaiter/testing/small-files';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PARTY_ROLES } from '../columns/parties.js';
import { EVERYTHING_LOADED } from '../query/entitlement.js';

/** A record as it is stored, with what it says of its parties in the columns of its own source. */
interface Plain {
  id: string;
  trade: TradeType;
  country: string;
  day: string;
  heading: string;
  foreign: string;
  usd: number;
  names: Record<CompanyRole, string>;
  keys: Record<CompanyRole, string>;
  says: Record<string, string>;
}

/** Firms at few addresses, which are written in several ways, under few numbers; one address is a town alone. */
const FIRMS = ['Harbour Silk Ltd', 'HARBOUR SILK LIMITED', 'Quay Silks', 'Dock Weavers', 'Pier Loom', 'Mole Yarns'];
const ADDRESSES = [
  '12 Quay Street, Pune',
  '12, QUAY STREET; PUNE',
  '7 Dock Road, Surat',
  '7 dock-road Surat',
  'Mumbai',
  '',
];
const NUMBERS = ['0388123456', '0388-123456', '0399000001', ''];

let demo: DemoRecords;
let plain: Plain[];
beforeAll(async () => {
  demo = await loadDemoRecords();
  const pick = (from: readonly string[], at: number) => from[at % from.length] ?? '';
  const lines = Array.from({ length: 240 }, (_, no) => {
    const day = `2025-${String(1 + (no % 12)).padStart(2, '0')}-${String(1 + (no % 27)).padStart(2, '0')}`;
    const cells = [
      String(no),
      day,
      pick(['500720', '520811', '690721'], no * 7),
      pick(FIRMS, no * 5 + (no >> 3)),
      pick(FIRMS, no * 11),
    ];
    return [
      ...[...cells, pick(ADDRESSES, no * 13 + (no >> 2)), pick(ADDRESSES, no * 3), pick(NUMBERS, no + (no >> 4))],
      ...[pick(['China', 'Japan', ''], no >> 1), String(no * 17)],
    ]
      .map((cell) => `"${cell}"`)
      .join(',');
  });
  for (const trade of TRADE_TYPES) {
    const path = await demo.test.file(
      `firms-${trade}.csv`,
      `no,date,hs,importer,exporter,address,other,iec,far,usd\n${lines.join('\n')}\n`,
    );
    const mapping = smallMapping({
      ...{ country: 'IND', trade },
      columns: {
        ...{ record_date: { from: 'date' }, hs_code: { from: 'hs' }, total_value_usd: { from: 'usd' } },
        ...{ importer_name: { from: 'importer' }, exporter_name: { from: 'exporter' }, iec: { from: 'iec' } },
        ...(trade === 'IMPORT'
          ? { address1: { from: 'address' }, exporter_address: { from: 'other' }, origin_country: { from: 'far' } }
          : {
              exporter_add1: { from: 'address' },
              importer_address: { from: 'other' },
              destination_country: { from: 'far' },
            }),
      },
    });
    await demo.test.loader.load({ files: [{ path }], mapping });
  }
  const text = z.string();
  const said = [
    'importer_address',
    'exporter_address',
    'notify_party_address',
    'address1',
    'pin',
    'iec',
    'exporter_add1',
  ];
  const rows = await demo.test.records.staging.engine.query({
    name: 'test.stored',
    sql: `SELECT hex(id), toString(trade_type), toString(country), toString(record_date), substring(hs_code, 1, 4),
        if(trade_type = 'IMPORT', origin_country, destination_country), toFloat64(ifNull(total_value_usd, 0)),
        [${Object.values(PARTY_ROLES).join(', ')}],
        [${Object.values(PARTY_ROLES)
          .map((column) => `toString(${column}_key)`)
          .join(', ')}],
        [${said.map((name) => `extras['${name}']`).join(', ')}, city, exporter_city]
      FROM records`,
    row: z.tuple([
      text,
      z.enum(TRADE_TYPES),
      text,
      text,
      text,
      text,
      z.number(),
      ...[z.array(text), z.array(text), z.array(text)],
    ] as const),
  });
  const byRole = (texts: readonly string[]) =>
    Object.fromEntries(Object.keys(PARTY_ROLES).map((role, at) => [role, texts[at]])) as Plain['names'];
  plain = rows.map(([id, trade, country, day, heading, foreign, usd, names, keys, says]) => ({
    ...{ id, trade, country, day, heading, foreign, usd, names: byRole(names), keys: byRole(keys) },
    says: Object.fromEntries([...said, 'city', 'exporter_city'].map((name, at) => [name, says[at] ?? ''])),
  }));
});
afterAll(() => demo.test.close());

const ask = (access = EVERYTHING) => demo.test.records.ask(EVERYTHING_LOADED, access, AS_PORTAL);

/** What a record says of a party's address in a part. */
function addressOf({ says, trade }: Plain, role: CompanyRole): string {
  const inPieces = (first = '', ...rest: (string | undefined)[]) =>
    first ? [first, ...rest].filter(Boolean).join(', ') : '';
  if (role === 'NOTIFY') return says.notify_party_address ?? '';
  if (role === 'IMPORTER') {
    const pieces = trade === 'IMPORT' ? inPieces(says.address1, says.city, says.pin) : '';
    return says.importer_address || pieces;
  }
  return says.exporter_address || (trade === 'EXPORT' ? inPieces(says.exporter_add1, says.exporter_city) : '');
}
const iecOf = ({ says, trade }: Plain, role: CompanyRole) =>
  (trade === 'IMPORT') === (role === 'IMPORTER') && role !== 'NOTIFY' ? (says.iec ?? '') : '';
const bare = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

interface PartRow {
  record: Plain;
  role: CompanyRole;
}
/** Records by the parties in them, each as often as a party plays a part. */
function byParty(records: readonly Plain[]): Map<string, PartRow[]> {
  const found = new Map<string, PartRow[]>();
  for (const record of records)
    for (const role of COMPANY_ROLES) {
      const key = record.keys[role];
      if (key !== '0') found.set(key, [...(found.get(key) ?? []), { record, role }]);
    }
  return found;
}

/** Groups by what is said, each with how many records say it, the days of the first and the last, and how most of them write it. */
function saidBy(rows: readonly PartRow[], textOf: (row: PartRow) => string, keyOf = (text: string) => text) {
  const groups = new Map<string, PartRow[]>();
  for (const row of rows) {
    const key = keyOf(textOf(row));
    if (key !== '') groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()]
    .map((of) => {
      const days = of.map(({ record }) => record.day).sort();
      const written = new Map<string, number>();
      for (const row of of) written.set(textOf(row), (written.get(textOf(row)) ?? 0) + 1);
      const [text = ''] = [...written].sort(([a, n], [b, m]) => m - n || (a > b ? -1 : 1))[0] ?? [];
      return {
        ...{ text, shipments: new Set(of.map(({ record }) => record.id)).size },
        ...{ firstDay: days[0] ?? '', lastDay: days.at(-1) ?? '' },
      };
    })
    .sort((a, b) => b.shipments - a.shipments || (a.text < b.text ? -1 : 1));
}

const own = (record: Plain, role: CompanyRole) =>
  role === (record.trade === 'IMPORT' ? 'IMPORTER' : 'EXPORTER') ? record.country : '';
const other = (record: Plain, role: CompanyRole) =>
  role === (record.trade === 'IMPORT' ? 'EXPORTER' : 'IMPORTER') ? record.foreign : '';

function drawnCompanies(count: number): string[] {
  const records = new Map<string, number>();
  for (const { names, keys } of plain)
    for (const role of COMPANY_ROLES)
      if (keys[role] !== '0') records.set(names[role], (records.get(names[role]) ?? 0) + 1);
  const largest = [...records].sort(([, a], [, b]) => b - a).map(([name]) => name);
  return [...new Set([...FIRMS, ...largest.slice(0, 4), ...drawn([...records.keys()], count)])];
}

/** All names of each party: one is written as most records that may be seen write it, whichever are looked at. */
let allNames: Map<string, Set<string>> | undefined;
function namesOf(key: string): Set<string> {
  allNames ??= new Map(
    [...byParty(plain)].map(([party, rows]) => [party, new Set(rows.map(({ record, role }) => record.names[role]))]),
  );
  return allNames.get(key) ?? new Set();
}

const visibleIn = ({ fromDate, toDate }: { fromDate: string; toDate: string }) =>
  plain.filter(({ day }) => day >= fromDate && day <= toDate);

describe('who a company is', () => {
  it('is said of all its parts together: spellings, addresses, numbers and countries, with how often', async () => {
    const question = await ask();
    let addresses = 0;
    for (const name of drawnCompanies(cases(10, 40))) {
      const party = await question.partyKey(name);
      const { identity, searched } = await question.company(party, {});
      const rows = byParty(visibleIn(searched ?? expect.fail())).get(party) ?? [];
      if (rows.length === 0) {
        expect(identity.total).toBeNull();
        continue;
      }
      const days = rows.map(({ record }) => record.day).sort();
      expect(identity.total).toMatchObject({
        shipments: new Set(rows.map(({ record }) => record.id)).size,
        ...{ firstDay: days[0], lastDay: days.at(-1) },
      });
      const plainly = {
        spellings: saidBy(rows, ({ record, role }) => record.names[role]),
        ADDRESS: saidBy(rows, ({ record, role }) => addressOf(record, role), bare),
        IEC: saidBy(rows, ({ record, role }) => iecOf(record, role), bare),
        declaredIn: saidBy(rows, ({ record, role }) => own(record, role)),
        shipsFrom: saidBy(rows, ({ record, role }) => other(record, role)),
      };
      for (const [list, said] of Object.entries(plainly) as [keyof typeof plainly, typeof plainly.IEC][])
        expect(identity[list], `${list} of ${name}`).toEqual({ said: said.slice(0, 20), count: said.length });
      addresses += plainly.ADDRESS.length;
    }
    expect(addresses).toBeGreaterThan(20);
  });
});

describe('who is like a company', () => {
  it('trades the same headings between the same countries, by the shares that they have in common', async () => {
    const question = await ask();
    let told = 0;
    for (const name of drawnCompanies(cases(10, 40))) {
      const party = await question.partyKey(name);
      const { parts, searched } = await question.company(party, {});
      const visible = visibleIn(searched ?? expect.fail());
      for (const { tradeType, role } of parts) {
        const found = (await question.similarCompanies(party, { tradeType, role })) ?? expect.fail();
        const inPart = visible.filter(({ trade, keys }) => trade === tradeType && keys[role] !== '0');
        const laneOf = ({ heading, country, foreign }: Plain) =>
          heading && foreign ? `${heading} ${country} ${foreign}` : '';
        const mine = inPart.filter(({ keys }) => keys[role] === party);
        const byValue = mine.some(({ usd }) => usd > 0);
        expect(found.by).toBe(byValue ? 'VALUE' : 'SHIPMENTS');
        const sumOf = (records: readonly Plain[]) => records.reduce((all, { usd }) => all + (byValue ? usd : 1), 0);
        const lanesOf = (records: readonly Plain[]) => {
          const lanes = new Map<string, number>();
          for (const record of records)
            if (laneOf(record)) lanes.set(laneOf(record), (lanes.get(laneOf(record)) ?? 0) + sumOf([record]));
          return lanes;
        };
        const ownLanes = lanesOf(mine);
        const ownSum = sumOf(mine);
        const lanes = found.lanes.map(({ heading, source, country }) => `${heading.name} ${source} ${country}`);
        const largest = [...ownLanes].filter(([, amount]) => amount > 0).sort(([, a], [, b]) => b - a);
        expect(lanes.length).toBe(Math.min(20, largest.length));
        expect(Number(found.amount)).toBeCloseTo(ownSum, 2);
        for (const [at, { amount }] of found.lanes.entries()) {
          expect(Number(amount)).toBeCloseTo(largest[at]?.[1] ?? -1, 2);
          expect(Number(amount)).toBeCloseTo(ownLanes.get(lanes[at] ?? '') ?? -1, 2);
        }
        const others = new Map<string, Plain[]>();
        for (const record of inPart)
          if (record.keys[role] !== party)
            others.set(record.keys[role], [...(others.get(record.keys[role]) ?? []), record]);
        const ranked = [...others]
          .map(([key, records]) => {
            const theirs = lanesOf(records);
            const amount = sumOf(records);
            const shared = lanes.filter((lane) => (theirs.get(lane) ?? 0) > 0);
            const common = (weigh: (own: number, their: number) => number) =>
              shared.reduce((all, lane) => all + weigh(ownLanes.get(lane) ?? 0, theirs.get(lane) ?? 0), 0);
            return {
              names: namesOf(key),
              shipments: records.length,
              amount,
              shared: shared.reduce((all, lane) => all + (theirs.get(lane) ?? 0), 0),
              lanes: new Set(shared.map((lane) => lanes.indexOf(lane))),
              inCommon: common(Math.min),
              overlap: common((own, their) => Math.min(own / ownSum, their / amount)),
            };
          })
          .filter(({ lanes: { size } }) => size > 0);
        // Where more trade in these lanes than are looked at, who is left out depends on amounts in common.
        const looked = ranked
          .sort((a, b) => b.inCommon - a.inCommon)
          .slice(0, 50)
          .sort((a, b) => b.overlap - a.overlap);
        expect(found.companies.length).toBe(Math.min(20, looked.length));
        for (const [at, company] of found.companies.entries()) {
          expect(company.overlap).toBeCloseTo(looked[at]?.overlap ?? -1, 8);
          const same = looked.find(({ names }) => names.has(company.name)) ?? expect.fail(company.name);
          expect(company.overlap).toBeCloseTo(same.overlap, 8);
          expect(company.shipments).toBe(same.shipments);
          expect(Number(company.amount)).toBeCloseTo(same.amount, 2);
          expect(Number(company.shared)).toBeCloseTo(same.shared, 2);
          expect(new Set(company.lanes.map(({ place }) => place))).toEqual(same.lanes);
          told += 1;
        }
      }
    }
    expect(told).toBeGreaterThan(20);
  });
});

describe('whose records state the same', () => {
  it('are told by the same address, or the same number, with how many of their records state it', async () => {
    const question = await ask();
    let told = 0;
    for (const name of drawnCompanies(cases(4, 20))) {
      const party = await question.partyKey(name);
      const { searched } = await question.company(party, {});
      const parties = byParty(visibleIn(searched ?? expect.fail()));
      const found = await question.relatedCompanies(party);
      if (found === null) {
        expect(parties.get(party)).toBeUndefined();
        continue;
      }
      const detailsOf = (rows: readonly PartRow[]) =>
        [
          ...saidBy(rows, ({ record, role }) => addressOf(record, role), bare)
            .filter(({ text }) => /\d/.test(text) && bare(text).length >= 8)
            .map((said) => ({ ...said, detail: 'ADDRESS' })),
          ...saidBy(rows, ({ record, role }) => iecOf(record, role), bare).map((said) => ({ ...said, detail: 'IEC' })),
        ].map((said) => ({ ...said, key: `${said.detail} ${bare(said.text)}` }));
      const mine = new Map(detailsOf(parties.get(party) ?? []).map((said) => [said.key, said]));
      const plainly = [...parties]
        .filter(([key]) => key !== party)
        .flatMap(([key, rows]) => {
          const same = detailsOf(rows).filter((said) => mine.has(said.key));
          return same.length === 0 ? [] : [{ names: namesOf(key), rows, same }];
        });
      expect(found.count, name).toBe(plainly.length);
      expect(found.companies.length).toBe(Math.min(20, plainly.length));
      for (const company of found.companies) {
        const other = plainly.find(({ names }) => names.has(company.name)) ?? expect.fail(company.name);
        expect(company.shipments).toBe(new Set(other.rows.map(({ record }) => record.id)).size);
        expect(company.same.map(({ detail, text, shipments }) => [detail, text, shipments]).sort()).toEqual(
          other.same.map(({ key, shipments }) => [mine.get(key)?.detail, mine.get(key)?.text, shipments]).sort(),
        );
        told += 1;
      }
    }
    expect(told).toBeGreaterThan(10);
  });

  it('are those that may be seen: in other countries, nobody of these firms is at any address', async () => {
    const question = await ask(seeing({ countries: ['VNM'], fromDate: '2023-01-01', toDate: '2025-12-31' }));
    const party = await question.partyKey('Harbour Silk Ltd');
    expect(await question.relatedCompanies(party)).toBeNull();
    expect(await question.similarCompanies(party, {})).toBeNull();
  });
});
