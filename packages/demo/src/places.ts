import { COUNTRY_NAMES } from '@tidewaiter/contract';

/** A country of the demo. Those with a `share` report their trade; the others are only partners. */
export interface Place {
  /** ISO 3166-1 alpha-3. */
  code: string;
  /** English name as the contract gives it. */
  name: string;
  /** Which language its companies and declarants write (names.ts, goods.ts). */
  language: string;
  /** Share of the demo's records that it reports; 0 for a partner. */
  share: number;
  /** How much it buys and sells beside others. */
  weight: number;
  /** Chapters it is known for selling, most important first. */
  sells: readonly string[];
}

/** How a reporting country's customs writes its records. */
export interface Reporter extends Place {
  currency: string;
  /** Units of the currency for one US dollar. */
  perDollar: number;
  hsDigits: 6 | 7 | 8;
  /** What it writes for kilograms, tonnes, pieces and pairs. */
  units: Readonly<Record<'KG' | 'TON' | 'PC' | 'PAIR', string>>;
  /** Share of its imports that name no exporter, and of its exports that name no importer. */
  namelessExporter: number;
  namelessImporter: number;
}

const PLACES_TABLE = `
VNM VN vi 12 10 64 85 03 94 61 62 09 08 84 40 07 16 10 44 42 95 39 54 72 21
IND IN hi 15 13 30 71 10 62 03 29 84 87 52 63 69 09 32 68 73 12 61 39 13 02 25 74 41 90 72 48 17
USA US en 13 16 84 12 88 90 10 39 87 27 02 30 38 08 52 47 85 04 72 23 33 31
MEX MX es 8 9 87 85 84 08 07 22 94 90 73 26 39 01 17 69 40 04 20
IDN ID id 6 6 15 27 44 40 64 09 61 74 48 62 47 85 31 34 94 21 54 03 26
BRA BR pt 6 7 12 09 02 47 26 21 17 10 44 24 72 68 94 41 84 23 20 04
TUR TR tr 6 6 87 63 62 61 84 25 69 72 20 08 73 15 40 39 11 19 85 94 34 76
KOR KR ko 5 7 85 87 84 39 33 72 54 29 40 90 19 27 76 96
THA TH th 5 6 87 84 40 16 10 85 39 17 20 11 08 64 23 03 71
COL CO es 3.5 3 09 06 27 21 08 39 71 17 15 33 30 61 48
CHL CL es 3.5 3 74 08 03 22 47 26 44 20 48 02 28 29
BGD BD en-in 4 3 62 61 63 53 03 64 41 52 30 87
PHL PH en 3 3 85 08 16 20 90 42 44 95 15 03
PAK PK en-in 3 3 63 52 62 61 10 41 95 90 64 42 25 07
PER PE es 2.5 2.5 26 08 71 23 74 09 03 61 20 07 16
ARG AR es 3 3 12 15 23 10 22 02 87 08 03 04 20 07 41
LKA LK en-in 2 2 09 61 62 40 71 08 33 42 87
KEN KE sw 2 2 06 09 08 07 28 34 25 33 20 15 39 61
NGA NG en-af 2 2 18 12 27 31 44 41 25 39 19
UKR UA uk 2 2 10 15 12 72 44 23 08 28 94 31 02
CIV CI fr 1.5 1.5 18 08 40 09 16 27 15 71 39 44
CHN CN zh 0 30 85 84 95 94 87 64 62 61 39 73 72 29 69 42 90 83 82 76 54 40 70 96 28 63 48 32 38 68 91 05
DEU DE de 0 10 84 87 30 90 39 85 73 29 38 32 83 82 88 04 34 70
JPN JP ja 0 8 87 84 85 90 72 40 39 70 91 95 82 74
NLD NL nl 0 5 06 04 27 15 18 84 07 30 19 22 23 39 01 05
ITA IT it 0 6 84 42 64 30 22 71 69 94 73 19 41 90 33 68 62
GBR GB en 0 4 30 84 88 22 87 71 90 33 49 27
FRA FR fr 0 5 88 33 22 30 84 87 04 10 42 71 19
ESP ES es 0 4 87 20 15 02 07 08 69 30 32 25 62
ARE AE ar 0 5 27 71 76 39 33 72 85 28
SAU SA ar 0 3 27 39 31 28 29 25
AUS AU en 0 3.5 26 27 02 10 07 52 04 22 08 12
ZAF ZA en-af 0 2.5 26 08 71 87 27 10 22 76 72
MYS MY ms 0 4.5 85 15 40 27 84 39 44 18 94 76
SGP SG en 0 4 85 27 84 33 29 90 39 88
CAN CA en 0 4 10 12 07 31 44 88 27 87 76 02 47
POL PL pl 0 3 84 87 94 02 08 04 74 33 48 10
BEL BE nl 0 3 71 30 39 29 87 18 22
`;

const PIECES = { KG: 'KGS', TON: 'TON', PC: 'PCS', PAIR: 'PRS' };
const EDIFACT = { KG: 'KGM', TON: 'TNE', PC: 'PCE', PAIR: 'NPR' };
const INDIAN = { KG: 'KGS', TON: 'MTS', PC: 'NOS', PAIR: 'PRS' };
const SPANISH = { KG: 'KG', TON: 'TON', PC: 'UND', PAIR: 'PAR' };

type Habits = Omit<Reporter, keyof Place>;

function habits(
  currency: string,
  perDollar: number,
  hsDigits: Habits['hsDigits'],
  units: Habits['units'],
  namelessExporter = 0.08,
  namelessImporter = 0.08,
): Habits {
  return { currency, perDollar, hsDigits, units, namelessExporter, namelessImporter };
}

const HABITS: Readonly<Record<string, Habits>> = {
  VNM: habits('VND', 24650, 8, PIECES, 0.03, 0.04),
  IND: habits('INR', 82.4, 8, INDIAN, 0.04, 0.12),
  USA: habits('USD', 1, 6, PIECES, 0.06, 0.22),
  MEX: habits('MXN', 18.6, 8, SPANISH),
  IDN: habits('IDR', 15450, 8, EDIFACT, 0.1, 0.05),
  BRA: habits('BRL', 5.12, 8, SPANISH, 0.18, 0.15),
  TUR: habits('TRY', 28.4, 8, EDIFACT, 0.05, 0.05),
  // Two countries that publish one side only, so that screens meet a column that is always empty.
  KOR: habits('KRW', 1310, 6, PIECES, 0.08, 1),
  BGD: habits('BDT', 109.5, 8, EDIFACT, 1, 0.06),
  THA: habits('THB', 35.1, 8, PIECES),
  COL: habits('COP', 4080, 8, SPANISH, 0.03, 0.03),
  CHL: habits('CLP', 880, 8, SPANISH, 0.12, 0.1),
  PHL: habits('PHP', 56.2, 8, PIECES),
  PAK: habits('PKR', 279, 8, EDIFACT, 0.04, 0.03),
  PER: habits('PEN', 3.74, 8, SPANISH, 0.03, 0.06),
  ARG: habits('ARS', 640, 8, SPANISH, 0.25, 0.3),
  LKA: habits('LKR', 312, 8, PIECES, 0.05, 0.05),
  KEN: habits('KES', 134, 8, PIECES, 0.06, 0.04),
  NGA: habits('NGN', 890, 7, EDIFACT, 0.05, 0.07),
  UKR: habits('UAH', 38.2, 8, EDIFACT, 0.02, 0.02),
  CIV: habits('XOF', 603, 8, EDIFACT, 0.05, 0.05),
};

function parsePlace(line: string): Place {
  const [code = '', iso2 = '', language = '', share, weight, ...sells] = line.split(' ');
  const name = COUNTRY_NAMES.get(iso2);
  if (name === undefined) throw new Error(`no country has the code ${iso2}`);
  return { code, name, language, share: Number(share), weight: Number(weight), sells };
}

export const PLACES: readonly Place[] = PLACES_TABLE.trim().split('\n').map(parsePlace);

export const REPORTERS: readonly Reporter[] = PLACES.flatMap((place) => {
  const written = HABITS[place.code];
  return written === undefined ? [] : [{ ...place, ...written }];
});
