/** Pages of companies, who is like them and whose records state the same, against a plain computation over the same records. */
import {
  addMonths,
  COMPANY_ROLES,
  type CompanyRole,
  PARTNER_CHANGES,
  TRADE_TYPES,
  type TradeType,
} from '@tidewaiter/contract';
import { cases, drawn } from '@tidewaiter/testing/generated';
import { AS_PORTAL, EVERYTHING, seeing } from '@tidewaiter/testing/records';
import { sharedDemo } from '@tidewaiter/testing/shared-records';
import { columnsFrom, smallMapping } from '@tidewaiter/testing/small-files';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  grouped,
  isPriced,
  type Plain,
  pricesOf,
  quantile,
  scaled,
  storedRecords,
  totalOf,
  usdOf,
} from '../../testing/plain-records.js';
import { EVERYTHING_LOADED } from '../query/entitlement.js';
import type { FigureGroup, FigureList, Figures } from './company-figures.js';
import { PARTNER } from './company-partners.js';

/** Firms at few addresses, which are written in several ways, under few numbers; one address is a town alone. */
const FIRMS = ['Harbour Silk Ltd', 'HARBOUR SILK LIMITED', 'Quay Silks', 'Dock Weavers', 'Pier Loom', 'Mole Yarns'];
const PUNE = ['12 Quay Street, Pune', '12, QUAY STREET; PUNE'];
const ADDRESSES = [...PUNE, '7 Dock Road, Surat', '7 dock-road Surat', 'Mumbai', ''];
const NUMBERS = ['0388123456', '0388-123456', '0399000001', ''];
const ADDRESSED = 'importer_address exporter_address notify_party_address address1 pin iec exporter_add1'.split(' ');

const demo = sharedDemo();
let plain: Plain[];
beforeAll(async () => {
  const pick = (from: readonly string[], at: number) => from[at % from.length] ?? '';
  const two = (number: number) => String(number).padStart(2, '0');
  const lines = Array.from({ length: 240 }, (_, no) =>
    [
      ...[`${no}`, `2025-${two(1 + (no % 12))}-${two(1 + (no % 27))}`, pick(['500720', '520811', '690721'], no * 7)],
      ...[pick(FIRMS, no * 5 + (no >> 3)), pick(FIRMS, no * 11), pick(ADDRESSES, no * 13 + (no >> 2))],
      ...[pick(ADDRESSES, no * 3), pick(NUMBERS, no + (no >> 4)), pick(['China', 'Japan', ''], no >> 1), `${no * 17}`],
    ]
      .map((cell) => `"${cell}"`)
      .join(','),
  );
  for (const trade of TRADE_TYPES) {
    const own =
      trade === 'IMPORT'
        ? { address1: 'address', exporter_address: 'other', origin_country: 'far' }
        : { exporter_add1: 'address', importer_address: 'other', destination_country: 'far' };
    const named = { importer_name: 'importer', exporter_name: 'exporter', iec: 'iec' };
    const columns = columnsFrom({ record_date: 'date', hs_code: 'hs', total_value_usd: 'usd', ...named, ...own });
    const header = 'no,date,hs,importer,exporter,address,other,iec,far,usd';
    await demo.test.load(lines, { header, mapping: smallMapping({ country: 'IND', trade, columns }) });
  }
  const said = ADDRESSED.map((name) => [name, `extras['${name}']`]);
  plain = await storedRecords(demo.test, { ...Object.fromEntries(said), city: 'city', exporter_city: 'exporter_city' });
});

const ask = (access = EVERYTHING) => demo.test.records.ask(EVERYTHING_LOADED, access, AS_PORTAL);
const visibleIn = (searched: { fromDate: string; toDate: string } | null) =>
  plain.filter(({ day }) => searched !== null && day >= searched.fromDate && day <= searched.toDate);
const keyOf = (record: Plain, role: CompanyRole) => (record.keys[role] === '0' ? '' : record.keys[role]);
const daysOf = (records: readonly Plain[]) => records.map(({ day }) => day).sort();

function figuresOf(records: readonly Plain[]) {
  const days = daysOf(records);
  return {
    shipments: records.length,
    stated: records.filter(({ usd }) => usd !== '').length,
    converted: records.filter(({ usd, converted }) => usd !== '' && converted === '1').length,
    ...{ valueUsd: usdOf(records), firstDay: days[0] ?? null, lastDay: days.at(-1) ?? null },
  };
}
const exact = ({ shipments, stated, converted, valueUsd, firstDay, lastDay }: Figures) => ({
  ...{ shipments, stated, converted, firstDay, lastDay },
  valueUsd: scaled(valueUsd),
});

/** Holds one list against its groups; what is beyond the told ones is what is left of the whole. */
function holdList(list: FigureList, groups: Map<string, Plain[]>, nameOf = ({ name }: FigureGroup) => name): void {
  const named = [...groups].filter(([name]) => name !== '');
  expect(list.count).toBe(named.length);
  expect(list.groups).toHaveLength(Math.min(named.length, 200));
  for (const group of list.groups) expect(exact(group)).toEqual(figuresOf(groups.get(nameOf(group)) ?? []));
  expect(exact(list.notStated)).toEqual(figuresOf(groups.get('') ?? []));
  const told = new Set(list.groups.map(nameOf));
  const others = named.filter(([name]) => !told.has(name)).flatMap(([, records]) => records);
  expect(exact(list.others)).toEqual({ ...figuresOf(others), firstDay: null, lastDay: null });
}

/** Names of firms, of those that import most, and of others: each as it is first written. */
function companies(count: number, firms: readonly string[] = FIRMS): string[] {
  const parts = plain.flatMap((record) =>
    COMPANY_ROLES.map((role) => ({ role, name: record.names[role], key: keyOf(record, role) })),
  );
  const imports = (of: typeof parts) => of.filter(({ role }) => role === 'IMPORTER').length;
  const parties = [...grouped(parts, ({ key }) => key)].filter(([key]) => key !== '');
  const largest = parties.sort((a, b) => imports(b[1]) - imports(a[1])).map(([, [first]]) => first?.name ?? '');
  const busy = largest.filter((name) => !FIRMS.includes(name)).slice(0, 4);
  return [...new Set([...busy, ...firms, ...drawn(largest, count)])];
}

describe('a company', () => {
  it('is told as a plain computation tells it, in each part that it plays', async () => {
    const question = await ask();
    let told = 0;
    for (const name of companies(cases(2, 50), [])) {
      const party = await question.partyKey(name);
      const { parts, searched } = await question.company(party, {});
      const visible = visibleIn(searched);
      const counted = await question.companyShipments(name);
      for (const { fromDate, toDate } of counted)
        expect({ fromDate, toDate }).toEqual({ fromDate: searched?.fromDate, toDate: searched?.toDate });
      expect(counted.map(({ tradeType, role, records }) => [tradeType, role, records]).sort()).toEqual(
        parts.map(({ tradeType, role, total: { shipments } }) => [tradeType, role, shipments]).sort(),
      );
      const mine = (trade: TradeType, role: CompanyRole) =>
        visible.filter((record) => record.trade === trade && record.keys[role] === party);
      const played = TRADE_TYPES.flatMap((trade) => COMPANY_ROLES.map((role) => ({ trade, role }))).filter(
        ({ trade, role }) => mine(trade, role).length > 0,
      );
      expect(parts.map(({ tradeType, role }) => `${tradeType} ${role}`).sort()).toEqual(
        played.map(({ trade, role }) => `${trade} ${role}`).sort(),
      );
      const dealt = played.map((one) => grouped(mine(one.trade, one.role), ({ keys }) => keys[PARTNER[one.role]]));
      for (const { trade, role } of played) {
        const records = mine(trade, role);
        const { shown } = await question.company(party, { tradeType: trade, role });
        const { part, goods, partners, partnerRole, recent, changes } = shown ?? expect.fail();
        const { lists } = part;
        expect(exact(part.total)).toEqual(figuresOf(records));
        const by: Partial<Record<keyof typeof lists, (record: Plain) => string>> = {
          spellings: ({ names }) => names[role],
          localPorts: ({ localPort }) => localPort,
          foreignPorts: ({ foreignPort }) => foreignPort,
          months: ({ day }) => day.slice(0, 7),
          countries: ({ country }) => country,
          partners: (record) => keyOf(record, partnerRole),
        };
        for (const [list, nameOf] of Object.entries(by)) {
          const { groups } = lists[list as keyof typeof lists];
          holdList(lists[list as keyof typeof lists], grouped(records, nameOf));
          const largest = groups.map((group) => (list === 'spellings' ? group.shipments : Number(group.valueUsd)));
          expect(largest, list).toEqual(largest.toSorted((a, b) => b - a));
        }
        const { from, months } = recent ?? expect.fail();
        const stateOf = (key: string) => {
          const days = daysOf(dealt.flatMap((of) => of.get(key) ?? []));
          const [first = '', last = '', again = null] = [days[0], days.at(-1), days.find((day) => day >= from)];
          if (first >= from) return { change: 'NEW', day: first };
          if (last < from) return { change: 'LOST', day: last };
          const wereMissed = (days.findLast((day) => day < from) ?? '') < addMonths(from, -months);
          return wereMissed ? { change: 'BACK', day: again } : { change: 'STAYED', day: null };
        };
        const known = [...grouped(records, (record) => keyOf(record, partnerRole)).keys()].filter((key) => key !== '');
        const became = grouped(known, (key) => stateOf(key).change);
        const counts = PARTNER_CHANGES.map((change) => [change, became.get(change)?.length ?? 0]);
        expect(changes).toEqual(Object.fromEntries(counts));
        for (const [index, { name: key }] of lists.partners.groups.entries())
          expect(partners.groups[index]?.state).toEqual({ party: key, ...stateOf(key) });
        expect(partners.groups.every(({ name: called }) => /\D/.test(called))).toBe(true);
        const byGoods = grouped(records, ({ code, unit }) => (code === '' ? '' : `${code} ${unit}`));
        holdList(lists.goods, byGoods, ({ name: code, unit }) => `${code} ${unit}`);
        for (const { name: code, unit, quantity, pricedValueUsd, pricedQuantity, market } of goods.groups) {
          const of = byGoods.get(`${code} ${unit}`) ?? [];
          const quantities = (some: readonly Plain[]) => totalOf(some.map((record) => record.quantity));
          const priced = of.filter(isPriced);
          expect(scaled(quantity)).toBe(unit === '' ? 0n : quantities(of));
          expect([scaled(pricedValueUsd), scaled(pricedQuantity)]).toEqual([usdOf(priced), quantities(priced)]);
          if (market === null) continue;
          const same = visible.filter((one) => one.trade === trade && one.code === code && one.unit === unit);
          const prices = pricesOf(same);
          expect(market.shipments).toBe(prices.length);
          for (const [quartile, share] of Object.entries({ quartile1: 0.25, median: 0.5, quartile3: 0.75 }))
            expect(market[quartile as 'median']).toBeCloseTo(quantile(prices, share), 8);
          told += 1;
        }
      }
    }
    expect(told).toBeGreaterThan(5);
  });

  it('is one under all its spellings, and nobody where nothing of a name is left', async () => {
    const question = await ask();
    const [name = ''] = companies(1, []);
    expect(await question.partyKey(`  ${name.toUpperCase()}.`)).toBe(await question.partyKey(name));
    const nobody = { name: null, parts: [], shown: null };
    for (const nothing of ['---', '  ', 'Nobody of this name 77'])
      expect(await question.company(await question.partyKey(nothing), {})).toMatchObject(nobody);
  });

  it('tells how much of each part is with partners that stand on a list', async () => {
    const question = await ask();
    const [busiest = ''] = [...grouped(plain, (record) => keyOf(record, 'EXPORTER'))]
      .filter(([key]) => key !== '')
      .sort((a, b) => b[1].length - a[1].length)
      .map(([key]) => key);
    const { parts, shown, searched } = await question.company(busiest, {});
    expect(shown?.listed).toBeNull();
    for (const { tradeType, role } of parts) {
      const theirs = visibleIn(searched).filter(({ trade, keys }) => trade === tradeType && keys[role] === busiest);
      const partner = PARTNER[role];
      const ours = [...grouped(theirs, ({ keys }) => keys[partner])].filter(([key], at) => key !== '0' && at % 2 === 0);
      const members = ours.map(([, [first]]) => first?.names[partner].toUpperCase() ?? '');
      const list = { name: 'Ours', kind: 'COMPANY' as const, members, contents: `${tradeType} ${role}` };
      const found = (await question.company(busiest, { tradeType, role, list })).shown;
      const { firstDay: _, lastDay: __, ...figures } = figuresOf(ours.flatMap(([, records]) => records));
      const { partners, figures: said } = found?.listed ?? expect.fail();
      expect([partners, { ...said, valueUsd: scaled(said.valueUsd) }]).toEqual([ours.length, figures]);
      expect(found?.partners.groups.some(({ isListed }) => isListed)).toBe(true);
    }
  });

  it('is shown within the countries and days that its reader may see, and of one month without new partners', async () => {
    const entitlement = { countries: ['IND'], fromDate: '2025-02-10', toDate: '2025-03-20' };
    const seen = visibleIn(entitlement).filter(({ country }) => country === 'IND');
    const name = seen.find(({ keys }) => keys.IMPORTER !== '0')?.names.IMPORTER ?? '';
    const question = await ask(seeing(entitlement));
    const party = await question.partyKey(name);
    const { parts, searched, shown } = await question.company(party, {});
    expect(searched).toMatchObject({ countryCode: ['IND'], fromDate: '2025-02-10' });
    for (const { tradeType, role, total } of parts)
      expect(exact(total)).toEqual(
        figuresOf(seen.filter(({ trade, keys }) => trade === tradeType && keys[role] === party)),
      );
    expect(shown).toMatchObject({ recent: null });
    const nothing = await (await ask(seeing({ ...entitlement, countries: [] }))).company(party, {});
    expect(nothing).toMatchObject({ searched: null, parts: [] });
  });
});

/** What a record says of a party's address in a part. */
function addressOf({ says, trade }: Plain, role: CompanyRole): string {
  const inPieces = (first = '', ...rest: (string | undefined)[]) =>
    first && [first, ...rest].filter(Boolean).join(', ');
  if (role === 'NOTIFY') return says.notify_party_address ?? '';
  if (role === 'IMPORTER')
    return says.importer_address || (trade === 'IMPORT' ? inPieces(says.address1, says.city, says.pin) : '');
  return says.exporter_address || (trade === 'EXPORT' ? inPieces(says.exporter_add1, says.exporter_city) : '');
}
const declares = ({ trade }: Plain, role: CompanyRole) => role === (trade === 'IMPORT' ? 'IMPORTER' : 'EXPORTER');
const numberOf = (record: Plain, role: CompanyRole) =>
  declares(record, role) && record.says.iec ? `IEC ${bare(record.says.iec)}` : '';
const bare = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase();

interface PartRow {
  record: Plain;
  role: CompanyRole;
}
/** Records by the parties in them, each as often as a party plays a part. */
const byParty = (records: readonly Plain[]) =>
  grouped(
    records
      .flatMap((record) => COMPANY_ROLES.map((role): PartRow => ({ record, role })))
      .filter(({ record, role }) => keyOf(record, role)),
    ({ record, role }) => record.keys[role],
  );
const shipmentsOf = (rows: readonly PartRow[]) => new Set(rows.map(({ record }) => record.id)).size;

/** Groups by what is said, each with how many records say it, the days of the first and the last, and how most of them write it. */
function saidBy(
  rows: readonly PartRow[],
  said: (record: Plain, role: CompanyRole) => string,
  keyed = (text: string) => text,
) {
  const textOf = ({ record, role }: PartRow) => said(record, role);
  const groups = grouped(rows, (row) => keyed(textOf(row)));
  groups.delete('');
  return [...groups.values()]
    .map((of) => {
      const days = daysOf(of.map(({ record }) => record));
      const written = [...grouped(of, textOf)].sort(([a, n], [b, m]) => m.length - n.length || (a > b ? -1 : 1));
      const [firstDay = '', lastDay = ''] = [days[0], days.at(-1)];
      return { text: written[0]?.[0] ?? '', shipments: shipmentsOf(of), firstDay, lastDay };
    })
    .sort((a, b) => b.shipments - a.shipments || (a.text < b.text ? -1 : 1));
}

/** All names of each party: one is written as most records that may be seen write it, whichever are looked at. */
let allNames: Map<string, Set<string>> | undefined;
function namesOf(key: string): Set<string> {
  const names = (rows: readonly PartRow[]) => new Set(rows.map(({ record, role }) => record.names[role]));
  allNames ??= new Map([...byParty(plain)].map(([party, rows]) => [party, names(rows)]));
  return allNames.get(key) ?? new Set();
}

it('who a company is is said of all its parts together: spellings, addresses, numbers and countries, with how often', async () => {
  const question = await ask();
  let addresses = 0;
  for (const name of companies(cases(10, 40))) {
    const party = await question.partyKey(name);
    const { identity, searched } = await question.company(party, {});
    const rows = byParty(visibleIn(searched)).get(party) ?? [];
    if (rows.length === 0) {
      expect(identity.total).toBeNull();
      continue;
    }
    const days = daysOf(rows.map(({ record }) => record));
    expect(identity.total).toMatchObject({ shipments: shipmentsOf(rows), firstDay: days[0], lastDay: days.at(-1) });
    const isPartner = (record: Plain, role: CompanyRole) => role !== 'NOTIFY' && !declares(record, role);
    const plainly = {
      spellings: saidBy(rows, ({ names }, role) => names[role]),
      ADDRESS: saidBy(rows, addressOf, bare),
      NUMBER: saidBy(rows, numberOf, bare),
      declaredIn: saidBy(rows, (record, role) => (declares(record, role) ? record.country : '')),
      shipsFrom: saidBy(rows, (record, role) => (isPartner(record, role) ? record.foreign : '')),
    };
    for (const [list, said] of Object.entries(plainly))
      expect(identity[list as 'NUMBER'], `${list} of ${name}`).toEqual({ said: said.slice(0, 20), count: said.length });
    addresses += plainly.ADDRESS.length;
  }
  expect(addresses).toBeGreaterThan(20);
});

it('who is like a company trades the same headings between the same countries, by the shares that they have in common', async () => {
  const question = await ask();
  let told = 0;
  for (const name of companies(cases(10, 40))) {
    const party = await question.partyKey(name);
    const { parts, searched } = await question.company(party, {});
    for (const { tradeType, role } of parts) {
      const found = (await question.similarCompanies(party, { tradeType, role })) ?? expect.fail();
      const inPart = grouped(
        visibleIn(searched).filter((record) => record.trade === tradeType && keyOf(record, role)),
        ({ keys }) => keys[role],
      );
      const mine = inPart.get(party) ?? [];
      const byValue = mine.some(({ usd }) => Number(usd) > 0);
      expect(found.by).toBe(byValue ? 'VALUE' : 'SHIPMENTS');
      const sumOf = (records: readonly Plain[]) =>
        records.reduce((all, { usd }) => all + (byValue ? Number(usd) : 1), 0);
      const lanesOf = (records: readonly Plain[]) => {
        const lanes = grouped(records, ({ code, country, foreign }) =>
          code && foreign ? `${code.slice(0, 4)} ${country} ${foreign}` : '',
        );
        lanes.delete('');
        return new Map([...lanes].map(([lane, of]) => [lane, sumOf(of)]));
      };
      const [ownLanes, ownSum] = [lanesOf(mine), sumOf(mine)];
      const lanes = found.lanes.map(({ heading, source, country }) => `${heading.name} ${source} ${country}`);
      const largest = [...ownLanes.values()].filter((amount) => amount > 0).sort((a, b) => b - a);
      expect(lanes.length).toBe(Math.min(20, largest.length));
      expect(Number(found.amount)).toBeCloseTo(ownSum, 2);
      for (const [at, { amount }] of found.lanes.entries())
        for (const own of [largest[at], ownLanes.get(lanes[at] ?? '')])
          expect(Number(amount)).toBeCloseTo(own ?? -1, 2);
      inPart.delete(party);
      const ranked = [...inPart].flatMap(([key, records]) => {
        const [theirs, amount] = [lanesOf(records), sumOf(records)];
        const shared = lanes.filter((lane) => (theirs.get(lane) ?? 0) > 0);
        if (shared.length === 0) return [];
        const common = (weigh: (own: number, their: number) => number) =>
          shared.reduce((all, lane) => all + weigh(ownLanes.get(lane) ?? 0, theirs.get(lane) ?? 0), 0);
        return {
          ...{ names: namesOf(key), shipments: records.length, amount, shared: common((_, their) => their) },
          lanes: new Set(shared.map((lane) => lanes.indexOf(lane))),
          inCommon: common(Math.min),
          overlap: common((own, their) => Math.min(own / ownSum, their / amount)),
        };
      });
      // Where more trade in these lanes than are looked at, who is left out depends on amounts in common.
      const inCommon = ranked.sort((a, b) => b.inCommon - a.inCommon).slice(0, 50);
      const looked = inCommon.sort((a, b) => b.overlap - a.overlap);
      expect(found.companies.length).toBe(Math.min(20, looked.length));
      for (const [at, company] of found.companies.entries()) {
        const same = looked.find(({ names }) => names.has(company.name)) ?? expect.fail(company.name);
        for (const { overlap } of [looked[at] ?? same, same]) expect(company.overlap).toBeCloseTo(overlap, 8);
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

describe('companies whose records state the same', () => {
  it('are told by the same address, or the same number, with how many of their records state it', async () => {
    const question = await ask();
    let told = 0;
    for (const name of companies(cases(4, 20))) {
      const party = await question.partyKey(name);
      const parties = byParty(visibleIn((await question.company(party, {})).searched));
      const found = await question.relatedCompanies(party);
      if (found === null) {
        expect(parties.get(party)).toBeUndefined();
        continue;
      }
      const leads = ({ text }: { text: string }) => /\d/.test(text) && bare(text).length >= 8;
      const detailsOf = (rows: readonly PartRow[]) =>
        Object.entries({
          ADDRESS: saidBy(rows, addressOf, bare).filter(leads),
          NUMBER: saidBy(rows, numberOf, bare),
        }).flatMap(([detail, all]) => all.map((said) => ({ ...said, detail, key: `${detail} ${bare(said.text)}` })));
      const mine = new Map(detailsOf(parties.get(party) ?? []).map((said) => [said.key, said]));
      parties.delete(party);
      const plainly = [...parties].flatMap(([key, rows]) => {
        const same = detailsOf(rows).filter((said) => mine.has(said.key));
        return same.length > 0 ? [{ names: namesOf(key), rows, same }] : [];
      });
      expect(found.count, name).toBe(plainly.length);
      expect(found.companies.length).toBe(Math.min(20, plainly.length));
      for (const company of found.companies) {
        const other = plainly.find(({ names }) => names.has(company.name)) ?? expect.fail(company.name);
        expect(company.shipments).toBe(shipmentsOf(other.rows));
        expect(company.same.map(({ detail, text, shipments }) => [detail, text, shipments]).sort()).toEqual(
          other.same.map(({ key, shipments }) => [mine.get(key)?.detail, mine.get(key)?.text, shipments]).sort(),
        );
        told += 1;
      }
    }
    expect(told).toBeGreaterThan(10);
  });
});
