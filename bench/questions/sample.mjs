/** Records that questions are made of: a fixed share of all, chosen by a hash of their ids, in a fixed order. */
import { partyKey } from '../harness/beneath.mjs';
import { askEngine } from '../harness/records.mjs';

const SEED = 4_711;
const WANTED = 8_000;

/** Words of a name that are not its legal form: those that the product's own key of a party keeps. */
const ownWords = `arrayFilter(word -> ${partyKey("concat('x ', word)")} != ${partyKey("'x'")}
    AND ${partyKey("concat(word, ' x')")} != ${partyKey("'x'")} AND lengthUTF8(word) >= 3, splitByChar(' ', importer_name_text))`;

export async function sampleRecords(records, scope) {
  const within = `trade_type = '${scope.tradeType}' AND record_date BETWEEN '${scope.fromDate}' AND '${scope.toDate}'`;
  const [[found]] = await askEngine(records, `SELECT count() FROM records WHERE ${within}`);
  const every = Math.max(1, Math.floor(Number(found) / WANTED));
  const rows = await askEngine(
    records,
    `SELECT hs_code, product_description_text, importer_name, importer_name_key, ${ownWords}, mode_of_transport,
       toString(ifNull(total_value_usd, 0))
     FROM records WHERE ${within} AND cityHash64(id, ${SEED}) % ${every} = 0
     ORDER BY cityHash64(id, ${SEED}, 1), id`,
  );
  return rows.map(([hsCode, description, importer, key, importerWords, mode, value]) => ({
    hsCode,
    words: description.match(/(?<![\p{L}\p{N}])\p{L}{3,}(?![\p{L}\p{N}])/gu) ?? [],
    phrases: phrasesOf(description),
    importer,
    key,
    importerWords,
    mode,
    value: Number(value),
  }));
}

/** Pairs of words with nothing but a space between them. */
function phrasesOf(description) {
  const words = description.split(' ');
  return words.flatMap((word, index) => {
    const pair = [word, words[index + 1] ?? ''];
    return pair.every((part) => /^\p{L}{3,}$/u.test(part)) ? [pair.join(' ')] : [];
  });
}

/** Words that hardly any record has: by its own records, a random one would hardly ever be drawn. */
export async function rareWords(records, scope, rows, count) {
  const most = 10 + Math.floor(rows / 20_000);
  const found = await askEngine(
    records,
    `SELECT word FROM product_words ARRAY JOIN months AS month, month_records AS found
     WHERE trade_type = '${scope.tradeType}' AND match(word, '^[a-z]{4,}$')
       AND month > '${scope.fromDate}' AND month <= '${scope.toDate}'
     GROUP BY word HAVING sum(found) <= ${most} ORDER BY cityHash64(word, ${SEED}), word LIMIT ${count}`,
  );
  return found.map(([word]) => word);
}
