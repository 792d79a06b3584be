/**
 * `npm run bench -- joins [ROWS] [--constants N]`: what parties that are joined cost a question: the same questions without any, with a hundred
 * and with as many as there may be.
 */
import { median, ms, p95, table, timed } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { askEngine, breakdown, openGenerated, search, UNTIL } from './harness/records.mjs';

const JOINED = [0, 100, 2000];
const SEED = 2_718;

const { rows, constants } = readOptions({ rows: 300_000 }, { constants: 40 });
const records = await openGenerated(rows);
const parties = await askEngine(
  records,
  `SELECT toString(importer_name_key), any(importer_name) FROM records WHERE importer_name_key != 0
    GROUP BY importer_name_key ORDER BY cityHash64(importer_name_key, ${SEED}) LIMIT ${2 * Math.max(...JOINED) + constants}`,
);
const countries = (await askEngine(records, 'SELECT DISTINCT country FROM records')).map(([code]) => code);
const headings = await askEngine(
  records,
  `SELECT left(hs_code, 4) AS code FROM records GROUP BY code HAVING length(code) = 4 ORDER BY count() DESC, code LIMIT ${constants}`,
);
const within = {
  tradeType: 'IMPORT',
  matchType: 'L',
  countryCode: countries,
  fromDate: `${Number(UNTIL.slice(0, 4)) - 3}-11-01`,
  toDate: UNTIL,
};
const QUESTIONS = {
  'importer that is not joined': parties
    .slice(Math.max(...JOINED))
    .slice(0, constants)
    .map(([, name]) => ({ ...within, searchBy: 'IMPORTER', searchValue: [name], pickedValue: [name] })),
  'HS heading': headings.map(([code]) => ({ ...within, searchBy: 'HS_CODE', searchValue: [code] })),
};

/** The page, the count and a list of a question, as its screen asks for them. */
async function ask(asked) {
  const question = await search(records, asked);
  const list = await breakdown(records, { ...asked, numberOfRecords: 500 });
  await Promise.all([question.page(), question.count(), list.list('importers')]);
}

/** As another data version, of which no answer is kept yet. */
const publish = (joinedParties) =>
  records.versions.change('A bench', () => records.versions.publish({ joinedParties }, 'bench'));

const lines = [];
for (const joined of JOINED) {
  const pairs = parties.slice(0, joined).map(([lead], at) => ({ lead, party: parties[parties.length - 1 - at][0] }));
  for (const [name, questions] of Object.entries(QUESTIONS)) {
    const times = [];
    for (const round of [0, 1]) {
      await publish(pairs);
      for (const question of questions) {
        const time = await timed(() => ask(question));
        if (round > 0) times.push(time);
      }
    }
    lines.push([name, String(joined), String(times.length), ms(median(times)), ms(p95(times))]);
  }
}
await publish([]);
console.log(table(['question', 'joined parties', 'asked', 'median', '95 %'], lines));
await records.close();
