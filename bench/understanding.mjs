/** How long it takes to understand a file that nobody described: 2,000 sampled rows of 198 columns. */
import { understandFile } from './beneath.mjs';
import { medianTime } from './harness/measure.mjs';

const ROWS = 2000;
const COPIES = 18;
const ROUNDS = 9;

const COLUMNS = {
  'DECLARATION NO': (row) => `D${100_000 + row}`,
  'ITEM NO': (row) => String(1 + (row % 9)),
  DATE: (row) => `${String(1 + (row % 28)).padStart(2, '0')}/${String(1 + (row % 12)).padStart(2, '0')}/2025`,
  'HS CODE': (row) => String(61_000_000 + (row % 900) * 10),
  'PRODUCT DESCRIPTION': (row) => `Woven cotton shirts, lot ${row}`,
  'IMPORTER NAME': (row) => `Importer ${row % 300} Ltd`,
  'EXPORTER NAME': (row) => `Exporter ${row % 200} GmbH`,
  'ORIGIN COUNTRY': (row) => ['CHINA', 'VIETNAM', 'INDIA'][row % 3],
  QUANTITY: (row) => `${1 + (row % 700)}.5`,
  UNIT: (row) => ['KGS', 'NOS', 'MTR'][row % 3],
  'TOTAL VALUE USD': (row) => `${(row % 9000) + 1},250.75`,
};

const copies = Array.from({ length: COPIES }, (_, copy) => copy);
const header = copies.flatMap((copy) => Object.keys(COLUMNS).map((name) => `${name} ${copy}X`));
const rows = Array.from({ length: ROWS }, (_, row) =>
  copies.flatMap(() => Object.values(COLUMNS).map((cell) => cell(row))),
);
const median = await medianTime(ROUNDS, () => understandFile({ header, rows, fileName: 'x.csv' }));
console.log(
  `${ROWS} rows of ${header.length} columns are understood in ${Math.round(median)} ms (median of ${ROUNDS})`,
);
