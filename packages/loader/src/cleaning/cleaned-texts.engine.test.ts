/** What cleaning makes of each kind of text, however files write it. */
import { COUNTRY_NAMES } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { cleanedTexts } from '../../testing/cleaned-texts.js';
import { CURRENCY_TERMS, currencySql, incotermSql, modeSql } from './clean.js';
import { countrySql, countryTerms } from './countries.js';
import { hsCodeSql, parseHsCode } from './hs-codes.js';
import { isNoImporter } from './parties.js';
import { portSql, portTerms } from './ports.js';
import { Terms, termKey, termKeySql } from './terms.js';
import { standardUnitSql, UNIT_TERMS, unitSpellingSql } from './units.js';

const clean = cleanedTexts();

const timesUnit = (text: string) => {
  const { unit, factor } = standardUnitSql(text);
  return `if(${unit} = '' AND ${factor} = '', ${text}, concat(${factor}, ' ', ${unit}))`;
};

/** By kind: each meaning with ways to write it, and what is none, or not surely one, and stays as it is written. */
const KINDS: [string, (text: string) => string, string, string[]][] = [
  [
    'countries',
    countrySql,
    `China = China | CHINA | CN | chn | P.R. CHINA ; Germany = DEU | ALEMANIA | Deutschland | GERMNAY ; United Kingdom = UK
     United States = U.S.A. | UNITED STATES OF AMERICA | ESTADOS UNIDOS ; Vietnam = VIET NAM
     South Korea = KOREA | KOREA, REPUBLIC OF | Coreia do Sul ; North Korea = KOREA, DEMOCRATIC PEOPLE'S REPUBLIC OF
     Russia = RUSSIAN FEDERATION ; Côte d'Ivoire = COTE D'IVOIRE | CÔTE D’IVOIRE ; Netherlands = HOLLAND | Países Bajos
     Czechia = Czech Republic ; Tanzania = TANZANIA, UNITED REPUBLIC OF ; Iran = IRAN, ISLAMIC REPUBLIC OF
     DR Congo = CONGO, THE DEMOCRATIC REPUBLIC OF THE ; Moldova = MOLDOVA, REPUBLIC OF ; Philippines = PHILLIPINES ; Indonesia = INDONSIA
     Bangladesh = BANGLADDESH ; Switzerland = SWITZERLAN`,
    // Words with accents are no codes without them.
    ['EUROPEAN UNION', 'EU', 'NA', 'IELAND', 'Bỉ', 'Áo', 'İN', 'HIGH SEAS', ''],
  ],
  [
    'currencies',
    currencySql,
    `USD = usd | US Dollar | US$ | DOLAR USA | dólar estadounidense ; EUR = EURO ; GBP = Pound Sterling ; JPY = Japanese Yen ; CNY = RMB
     INR = Indian Rupee`,
    // The money of several countries is that of none.
    ['RUPEES', 'PESO', 'XYZ', ''],
  ],
  [
    'incoterms',
    incotermSql,
    `FOB = fob | F.O.B. | FOB SHANGHAI | Free on Board ; CIF = CIF - Nhava Sheva | Cost, Insurance and Freight ; CFR = C&F | CNF ; EXW = Ex-Works
     FCA = Free Carrier ; FAS = Free Alongside Ship ; CPT = Carriage paid to ; CIP = Carriage and insurance paid to ; DAP = Delivered at Place
     DPU = Delivered at place, unloaded ; DDP = Delivered Duty Paid`,
    ['FOBBED', 'OTHER'],
  ],
  [
    'modes',
    modeSql,
    `SEA = Sea | Vessel, containerized | MARÍTIMA ; AIR = By Air | AÉREO ; ROAD = Carretera | LAND ; RAIL = Train ; POST = Correo
     INLAND = FLUVIAL`,
    ['4', 'CAMEL'],
  ],
  [
    'ports',
    portSql,
    `Mundra = 53306, MUNDRA | 53306 | INMUN | INMUN1 | MUNDRA (INMUN1) | Mundra, India ; Ahmedabad Air Cargo = AHEMDABAD AIR ACC (INAMD4)
     Nhava Sheva = INNSA1 | Nhava Sheva Sea | JNPT | Jawaharlal Nehru (Nhava Sheva) ; Chennai = MADRAS ; Mumbai = Bombay
     Shanghai = SHANGHAI | Shanghai,China | CNSHA ; Busan = PUSAN ; Ho Chi Minh City = Saigon ; Penang = PENANG`,
    ['SOMEWHERE (XXABC9)', '906', '12 MILE CREEK', ''],
  ],
  [
    'units',
    timesUnit,
    `1 KGS = KGS | KG | kg. | KGM ; 1000 KGS = TNE | Metric Ton ; 0.45359237 KGS = LBS ; 0.001 KGS = GMS ; 1 NOS = NOS | PCS | unidades
     12 NOS = DOZ ; 1000 NOS = THD ; 1 PRS = PRS ; 1 MTR = MTR ; 0.9144 MTR = YDS ; 1 SQM = SQM ; 0.09290304 SQM = Square Feet ; 1 CBM = CBM
     1 LTR = LTR ; 1000 LTR = KLR`,
    ['CARTONS', 'CT', ''],
  ],
  // One spelling, but its size stays.
  ['spellings of units', unitSpellingSql, 'KGS = KG | kgs ; NOS = Pieces', ['TNE', 'CRATES']],
  [
    'banks that hold the papers of somebody else',
    (text) => `if(${isNoImporter(text)}, 'no importer', ${text})`,
    `no importer = NORTHERN TRADE BANK LTD. L/C NO. 20417 | SEVEN SEAS BANK PLC A/C ACME TRADING | BANK OF THE SEVEN SEAS ON BEHALF OF ACME LTD`,
    // An order stays on its record. Banks import machines for what they do, and paper to print on.
    ['TO THE ORDER OF SEVEN SEAS BANK, L/C NO. 12', 'To Order', 'BANCO DEL SUR S.A.', 'BANKSIDE TEXTILES', ''],
  ],
];

it.each(KINDS)('%s are known however they are written, and what is none stays', async (_, sql, meanings, none) => {
  const known = meanings.split(/ ; |\n */).flatMap((line) => {
    const [meaning = '', written = ''] = line.split(' = ');
    return written.split(' | ').map((text) => [text, meaning]);
  });
  const all = [...known, ...none.map((text) => [text, text])];
  const texts = all.map(([text = '']) => text);
  const cleaned = await clean(sql, texts);
  expect(texts.map((text, at) => [text, cleaned[at]])).toEqual(all);
});

it('every country of the catalogue is known by its name and its codes', async () => {
  const names = [...COUNTRY_NAMES].flatMap(([iso2, name]) =>
    iso2 === 'NA'
      ? [[name, name]]
      : [
          [name, name],
          [iso2, name],
        ],
  );
  const cleaned = await clean(
    countrySql,
    names.map(([written = '']) => written),
  );
  expect(cleaned).toEqual(names.map(([, name]) => name));
});

/** HS codes: the digits that their source says they have, and what becomes of what is written. */
const CODES: [digits: number | undefined, codes: Record<string, string>][] = [
  [undefined, { '8471.30': '847130', '84 71 30 00': '84713000', '8471-30': '847130', "'09011100": '09011100' }],
  // A lost zero comes back where the source's length says so, and only there.
  [8, { '9011100': '09011100', '90111': '90111', '84713000': '84713000' }],
  [10, { '901110000': '0901110000' }],
  [undefined, { '9011100': '9011100', '85171300990': '85171300990' }],
  [12, { '851713009901': '851713009901' }],
  // A number's fraction is none of the code.
  [8, { '9011100.0': '09011100', '84713000.00': '84713000', '8471.30': '847130' }],
  [undefined, { '9011100.0': '9011100', '851713009901.0': '851713009901', '1511.0': '1511' }],
  // A code that was a decimal: its heading has four digits, what follows has two or four.
  [undefined, { '1511.1': '151110', '901.11': '090111', '901.1': '090110', '1511.101': '15111010' }],
  [undefined, { '90111.1': '09011110', '151110.9': '15111090' }],
  [6, { '6109.1': '610910' }],
  // With a zero at its end or its beginning it was none, and its digits are all there.
  [undefined, { '3209.100': '3209100', '0207.141': '0207141' }],
  [7, { '8415.109': '8415109', '3209.10': '320910' }],
  [9, { '2203.00.100': '220300100' }],
  // In scientific notation, the digits that are left.
  [undefined, { '8.51713E+09': '851713', '8.517130012E+09': '8517130012', '9.0111E+08': '090111', '8.5E+09': '85' }],
  // No zero comes before a code whose heading there is, where there is none with it.
  [8, { '6109100': '6109100', '8517AB': '8517AB', '': '' }],
  [6, { '15111': '15111' }],
  // Beside what it stands for, and behind the letters of a nomenclature.
  [undefined, { '02032955 SVINEKØD, UDBENET': '02032955', '0303 - Fish, frozen': '0303', WA30049099: '30049099' }],
  [undefined, { '8517.13: SMARTPHONES': '851713', '[09011100] Coffee': '09011100', 'CN 8517 13 00': '85171300' }],
  // A check digit is no part of a code.
  [
    undefined,
    {
      '8513.10.00.00-6': '8513100000',
      '85131000-6': '85131000',
      '0901.11.00.000A': '09011100000',
      '8513-10-00': '85131000',
    },
  ],
  // Chapters; a lone zero is none.
  [2, { '9': '09', '87': '87', '0': '0' }],
  [8, { '9011100 COFFEE': '09011100', '1022110 CATTLE': '01022110' }],
  // Of no heading, or no code: as it stands.
  [undefined, { '7799 PIECES OF FISH': '7799PIECESOFFISH', AB99123456: 'AB99123456', '12 BAGS': '12BAGS' }],
];

it.each(CODES)('HS codes of %s digits: %j', async (digits, codes) => {
  const written = Object.keys(codes);
  expect(await clean((text) => hsCodeSql(text, digits), written)).toEqual(Object.values(codes));
  // What looks at codes before they are loaded reads them alike.
  if (digits === undefined) expect(written.map((text) => parseHsCode(text))).toEqual(Object.values(codes));
});

it('the key of a term is one thing, here and in the engine', async () => {
  const names = ["  Côte d'Ivoire ", 'São Tomé', 'Türkiye', 'ÎLE-DE-FRANCE', 'U.S.A.', 'München/Köln'];
  const written = [...names, 'ŁÓDŹ', 'Ø', 'İzmir', '٣', '中国', 'a\tb', ''];
  expect(await clean(termKeySql, written)).toEqual(written.map(termKey));
});

it.each<[string, () => Terms]>([
  ['country', countryTerms],
  ['port', portTerms],
  ['currency', () => CURRENCY_TERMS],
  ['unit', () => UNIT_TERMS],
])('the engine finds every %s that is known, by its key', async (_, terms) => {
  const entries = [...terms().entries()];
  const found = await clean(
    (text) => terms().meaningSql(termKeySql(text)),
    entries.map(([key]) => key),
  );
  expect(found).toEqual(entries.map(([, meaning]) => meaning));
});

it('the first meaning of a term is its meaning', () => {
  const terms = new Terms().add('one', ['A-B', 'c']).add('two', ['a b', 'd']).forget('c');
  expect(Object.fromEntries(terms.entries())).toEqual({ 'A B': 'one', D: 'two' });
});
