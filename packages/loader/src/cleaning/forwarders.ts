/**
 * Who moves goods for others: a forwarder often stands where its customer should. It is known by words and names (`vocabulary/forwarders.tsv`),
 * is told apart and stays where it is: whose goods they are, nobody says.
 */
import { readFileSync } from 'node:fs';
import { quote } from '@tidewaiter/records/loading';
import { plain } from './parties.js';

const WORDS = readFileSync(new URL('../../vocabulary/forwarders.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t')[1] ?? '');

/** Goods that are called alike: `cargo` of trousers, `freight` of lifts. */
const GOODS =
  '(^| )(cargo|freight) (pants|shorts|trousers|bikes?|nets?|lifts?|elevators?|cars?|wagons?|containers?)( |$)';

const isForwarder = (name: string) =>
  `arrayExists(said -> match(said, ${quote(`(^| )(${WORDS.join('|')})( |$)`)}) AND NOT match(said, ${quote(GOODS)}), [${plain(name)}])`;

/** As what a forwarder stands in a row: `As importer`, `As exporter`, `As both`; `''` where none does. */
export function forwarderSql(columns: ReadonlySet<string>): string {
  const [importer, exporter] = ['importer_name', 'exporter_name'].map((column) =>
    columns.has(column) ? isForwarder(column) : 'false',
  );
  return `multiIf(${importer} AND ${exporter}, 'As both', ${importer}, 'As importer', ${exporter}, 'As exporter', '')`;
}
