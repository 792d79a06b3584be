/** Records of which an account may see a part: the same part beside other hidden records, so that its answers can be held against each other. */
import { addDays, type DataAccess } from '@tidewaiter/contract';
import fc from 'fast-check';
import { seeing } from './records.js';
import { columnsFrom, smallMapping } from './small-files.js';

export const SOURCES: string[] = ['KOR', 'VNM', 'BRA'];

/** A party that is suppressed, and one that is joined to another. */
export const SUPPRESSED = 'Secret Traders Ltd';
export const LEAD = 'Bolt GmbH';
export const JOINED = 'Bolt Handels GmbH';

/** Companies by the spellings that visible records have, and those that hidden ones have beside them. */
const COMPANIES = [
  {
    seen: ['Acme Ltd', 'ACME LIMITED', 'Acme  Ltd.'],
    hidden: ['Acme Ltd, 7 Hidden Street 12', 'A-C-M-E Ltd, Plot 9 Hidden Road 3'],
  },
  { seen: [LEAD, 'BOLT GMBH'], hidden: ['Bolt GmbH, Hidden Gasse 5', 'B.O.L.T. GmbH'] },
  { seen: [JOINED], hidden: ['Bolt-Handels GmbH, Hidden Weg 8', 'BOLT HANDELS GMBH'] },
  { seen: ['Cord SA', 'CORD S.A.'], hidden: ['Cord SA, Hidden Quay 4', 'Côrd SA'] },
  ...Array.from({ length: 12 }, (_, no) => ({
    seen: [`Exporter ${no} Ltd`, `EXPORTER ${no} LTD`],
    hidden: [`Exporter ${no} Ltd, Hidden House ${no}`],
  })),
] as const;

/** What a column has in visible records, and what only hidden ones have. */
const VALUES = {
  hs: { seen: ['850760', '610910', '6109100010', '999911'], hidden: ['620510', '999922', '85076090'] },
  hsText: { seen: ['', 'Own words of a code'], hidden: ['Zhidden words of a code'] },
  goods: {
    seen: ['Cotton shirts', 'Steel bolts', 'Frozen shrimp', 'Cotton shorts, cotton yarn'],
    hidden: ['Hidden shirts', 'Cotton hidden shawls', 'Hidcotton'],
  },
  unit: { seen: ['KGS', 'NOS'], hidden: ['LTR', 'HIDDENUNIT'] },
  country: { seen: ['China', 'India'], hidden: ['Germany', 'Hiddenland'] },
  localPort: { seen: ['Busan', 'Incheon'], hidden: ['Hidden Harbour', 'Pusan'] },
  foreignPort: { seen: ['Shanghai', 'Ningbo'], hidden: ['Hidden Haven', 'Hamburg'] },
  mode: { seen: ['SEA', 'AIR'], hidden: ['RAIL', 'HIDDEN'] },
  incoterm: { seen: ['', 'CIF'], hidden: ['FOB', 'EXW'] },
  // Some of hidden records' own, and some by which they would be related to visible ones.
  address: {
    seen: ['', '12 Quay Street', '12, QUAY STREET', '7 Dock Road'],
    hidden: ['9 Hidden Lane', '12 quay street'],
  },
  iec: { seen: ['', '0388123456'], hidden: ['0399000001', '0388123456'] },
} as const;
type Column = keyof typeof VALUES;
const COLUMNS = Object.keys(VALUES) as Column[];

export interface HiddenRow extends Record<Column, string> {
  trade: 'IMPORT' | 'EXPORT';
  source: string;
  date: string;
  importer: string;
  exporter: string;
  notify: string;
  quantity: number;
  usd: string;
}

/** Visible records, and two lots of hidden ones of which only one is there at a time. */
export interface Differential {
  access: DataAccess;
  seen: HiddenRow[];
  hidden: [HiddenRow[], HiddenRow[]];
}

export const FIRST = '2020-01-01';
export const LAST = '2020-06-30';
const DAYS = 182;

/** Of what visible records have, and for hidden ones mostly of what only they have. */
const valuesOf = ({ seen, hidden }: { seen: readonly string[]; hidden: readonly string[] }, isHidden: boolean) =>
  isHidden
    ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...hidden) }, fc.constantFrom(...seen))
    : fc.constantFrom(...seen);

const company = (isHidden: boolean) => fc.constantFrom(...COMPANIES).chain((names) => valuesOf(names, isHidden));

function rowOf(isHidden: boolean, where: { source: fc.Arbitrary<string>; date: fc.Arbitrary<string> }) {
  const onlyHidden = isHidden ? [fc.constantFrom('Hidden Holdings Ltd', 'Hidden Trading Pte Ltd')] : [];
  const party = fc.oneof({ weight: 4, arbitrary: company(isHidden) }, ...onlyHidden);
  const columns = Object.fromEntries(COLUMNS.map((column) => [column, valuesOf(VALUES[column], isHidden)]));
  return fc.record({
    ...(columns as Record<Column, fc.Arbitrary<string>>),
    ...where,
    trade: fc.constantFrom('IMPORT' as const, 'IMPORT' as const, 'EXPORT' as const),
    importer: party,
    exporter: party,
    notify: fc.oneof(fc.constant(''), party),
    quantity: fc.integer({ min: 1, max: 500 }),
    usd: fc.integer({ min: 1, max: 10_000_000 }).map((cents) => (cents / 100).toFixed(2)),
  });
}

type Limits = Pick<DataAccess, 'countries'> & { fromDate: string; toDate: string };

/** What is seen are some countries, or all, and days that may cut months. */
const anyLimits: fc.Arbitrary<Limits> = fc
  .record({
    countries: fc.oneof(
      { weight: 3, arbitrary: fc.subarray(SOURCES, { minLength: 1, maxLength: 2 }) },
      fc.constant<'ALL'>('ALL'),
    ),
    from: fc.oneof(fc.integer({ min: 1, max: 70 }), fc.constant(31)),
    length: fc.oneof(fc.integer({ min: 15, max: 100 }), fc.constant(59)),
  })
  .map(({ countries, from, length }) => ({
    countries,
    fromDate: addDays(FIRST, from),
    toDate: addDays(FIRST, from + length),
  }));

/** @param limits of what is seen; there are a country and days beside them */
export const differentials = (rows: number, limits = anyLimits): fc.Arbitrary<Differential> =>
  limits.chain((limit) => {
    const { countries, fromDate, toDate } = limit;
    const [allowed, forbidden] = [
      SOURCES.filter((code) => countries === 'ALL' || countries.includes(code)),
      SOURCES.filter((code) => countries !== 'ALL' && !countries.includes(code)),
    ];
    const anyDay = fc.nat(DAYS - 1).map((after) => addDays(FIRST, after));
    const inside = anyDay.filter((date) => date >= fromDate && date <= toDate);
    const outside = anyDay.filter((date) => date < fromDate || date > toDate);
    const at = (source: readonly string[], date: fc.Arbitrary<string>) => ({
      source: fc.constantFrom(...source),
      date,
    });
    const role = fc.constantFrom('importer' as const, 'exporter' as const, 'notify' as const);
    const suppressed = fc
      .tuple(rowOf(true, at(allowed, inside)), role)
      .map(([row, named]) => ({ ...row, [named]: SUPPRESSED }));
    const beyond = forbidden.length > 0 ? [rowOf(true, at(forbidden, anyDay))] : [];
    const hidden = fc.oneof(rowOf(true, at(allowed, outside)), suppressed, ...beyond);
    // Some that are as hidden in either lot: a party can only be suppressed, and a country only be loaded, where there is one of it.
    const both = fc
      .tuple(suppressed, rowOf(true, at(forbidden.length > 0 ? forbidden : allowed, outside)))
      .map(([first, second]) => [first, ...(['IMPORT', 'EXPORT'] as const).map((trade) => ({ ...second, trade }))]);
    const lot = (most: number) => fc.array(hidden, { minLength: most >> 1, maxLength: most });
    const visible = fc.array(rowOf(false, at(allowed, inside)), { minLength: rows, maxLength: rows });
    return fc.tuple(visible, both, lot(rows * 3), lot(rows >> 2)).map(([seen, always, many, few]) => ({
      ...{ access: seeing(limit), seen },
      hidden: [
        [...always, ...many],
        [...always, ...few],
      ],
    }));
  });

const HEADER = ['no', 'source', 'date', 'importer', 'exporter', 'notify', 'quantity', 'usd', ...COLUMNS] as const;

/**
 * The lines of a file, in which visible records come first: they stand on the same lines whatever is hidden.
 *
 * @param first the number of the first
 */
export function fileOf(rows: readonly HiddenRow[], first = 0): string {
  const lines = rows.map((row, no) => HEADER.map((name) => `"${name === 'no' ? first + no : row[name]}"`).join(','));
  return `${HEADER.join(',')}\n${lines.join('\n')}\n`;
}

export const mappingOf = (trade: HiddenRow['trade']) => {
  const [near, far] = trade === 'IMPORT' ? ['destination', 'origin'] : ['origin', 'destination'];
  return smallMapping({
    ...{ country: { from: 'source' }, trade },
    columns: columnsFrom({
      ...{ record_date: 'date', hs_code: 'hs', hs_description: 'hsText', product_description: 'goods', iec: 'iec' },
      ...{ importer_name: 'importer', exporter_name: 'exporter', notify_party_name: 'notify' },
      ...{ quantity: 'quantity', unit: 'unit', total_value_usd: 'usd', mode_of_transport: 'mode' },
      incoterm: 'incoterm',
      ...{ [`${far}_country`]: 'country', [`${near}_port`]: 'localPort', [`${far}_port`]: 'foreignPort' },
      [trade === 'IMPORT' ? 'importer_address' : 'exporter_add1']: 'address',
    }),
  });
};
