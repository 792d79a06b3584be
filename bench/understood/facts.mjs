/** The facts of a row, whether a record says them as they are, and which of them a question is about. */
import { optionOf } from '@tidewaiter/contract';

export const FACTS = [
  ...['country', 'trade', 'day', 'HS code', 'amount and currency', 'quantity', 'unit', 'importer', 'exporter'],
  ...['partner country', 'goods'],
];

/** The record columns that say each fact. */
const COLUMNS = {
  day: ['record_date'],
  'HS code': ['hs_code'],
  'amount and currency': ['total_value', 'total_value_usd', 'currency'],
  quantity: ['quantity', 'std_quantity'],
  unit: ['unit', 'std_unit'],
  importer: ['importer_name'],
  exporter: ['exporter_name'],
  'partner country': ['origin_country', 'destination_country'],
  goods: ['product_description', 'hs_description'],
};

/** What answers of the notation, and of the file as a whole, are about. */
const SETTINGS = {
  country: ['country'],
  trade: ['trade', 'importer', 'exporter', 'partner country'],
  encoding: ['importer', 'exporter', 'goods', 'partner country'],
  dateFormat: ['day'],
  decimalPoint: ['amount and currency', 'quantity'],
  thousands: ['amount and currency', 'quantity'],
  hsDigits: ['HS code'],
};

/** Facts that questions of a file are about: of a column that they name, of a record column that an answer fills, of a setting. */
export function askedFacts(questions, { columns }) {
  const asked = new Set();
  const ofColumn = (name) => {
    for (const [fact, names] of Object.entries(COLUMNS)) if (names.includes(name)) asked.add(fact);
  };
  for (const { text, answers, mustBeAnswered } of questions) {
    if (mustBeAnswered && answers.length === 0) for (const fact of FACTS) asked.add(fact);
    for (const { header, records } of columns) if (text.includes(`"${header}"`)) records.forEach(ofColumn);
    for (const answer of answers) {
      const { option, text: said } = optionOf(answer);
      const words = said.split('=');
      for (const fact of SETTINGS[option] ?? SETTINGS[words[0]] ?? []) asked.add(fact);
      words.forEach(ofColumn);
      for (const { header, records } of columns) if (header === words[0]) records.forEach(ofColumn);
    }
  }
  return asked;
}

/** Less than half of the last digit that is written. */
const same = (a, b) => Math.abs(a - b) <= Math.max(0.0051, Math.abs(b) * 1e-9);
const plain = (text) => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
const given = (text) => text !== null && text !== undefined && text !== '';

/** As the source wrote it, where cleaning has changed it. */
const written = ({ written: cells }, column, value) => cells[column] ?? value;

/** What became of a fact: `right`, `left out` or `wrong`; null where the file does not say it. */
export function judge(fact, truth, record, file) {
  const text = (said, is) =>
    !given(is) ? null : !given(said) ? 'left out' : plain(said) === plain(is) ? 'right' : 'wrong';
  switch (fact) {
    case 'country':
      return text(record.country, file.country);
    case 'trade':
      return text(record.trade, file.trade);
    case 'day':
      return file.monthOnly ? text(record.day.slice(0, 7), truth.day.slice(0, 7)) : text(record.day, truth.day);
    case 'HS code':
      return text(record.hs, truth.hs);
    case 'amount and currency':
      return amount(truth, record);
    case 'quantity':
      if (truth.quantities.length === 0) return null;
      if (!given(record.quantity)) return 'left out';
      return truth.quantities.some(({ quantity }) => same(Number(record.quantity), quantity)) ? 'right' : 'wrong';
    case 'unit':
      return unit(truth, record);
    case 'importer':
      return text(written(record, 'importer_name', record.importer), truth.importer);
    case 'exporter':
      return text(written(record, 'exporter_name', record.exporter), truth.exporter);
    case 'partner country':
      return partner(truth, file.trade === 'IMPORT' ? record.origin : record.destination);
    case 'goods':
      if (!given(truth.goods)) return null;
      if (!given(record.goods) && !given(record.heading)) return 'left out';
      return [record.goods, record.heading].some((said) => given(said) && plain(said) === plain(truth.goods))
        ? 'right'
        : 'wrong';
  }
}

/** Every amount that a record shows must be one of the item's, in its own currency; one without any is not all of the fact. */
function amount({ amounts }, { value, currency, usd, derived }) {
  if (amounts.length === 0) return null;
  const shown = [];
  if (given(value)) shown.push([Number(value), currency]);
  if (given(usd) && !derived && !(given(value) && currency === 'USD')) shown.push([Number(usd), 'USD']);
  if (shown.length === 0) return 'left out';
  const holds = ([said, of]) => amounts.some((is) => same(said, is.amount) && (is.currency ?? '') === of);
  if (shown.every(holds)) return 'right';
  const isBare = ([said, of]) => of === '' && amounts.some((is) => same(said, is.amount));
  return shown.every((each) => holds(each) || isBare(each)) ? 'left out' : 'wrong';
}

/** The unit of the very quantity that the record says; of any, where that quantity is none of the item's. */
function unit({ quantities }, record) {
  if (quantities.length === 0 || !given(record.quantity)) return null;
  if (!given(record.unit)) return 'left out';
  const said = plain(written(record, 'unit', record.unit));
  const own = quantities.filter(({ quantity }) => same(Number(record.quantity), quantity));
  return (own.length > 0 ? own : quantities).some(({ unit: is, code }) =>
    [is, code].some((each) => plain(each) === said),
  )
    ? 'right'
    : 'wrong';
}

function partner({ partners }, said) {
  if (partners.length === 0) return null;
  if (!given(said)) return 'left out';
  return partners.some((name) => plain(name) === plain(said)) ? 'right' : 'wrong';
}
