/** Records in which parties play every part. */
import { PARTIES_HEADER, PARTIES_MAPPING } from '@tidewaiter/testing/small-files';

/** How a file of {@link partyLine}s is loaded. */
export const PARTIES = { header: PARTIES_HEADER, mapping: PARTIES_MAPPING };

const GOODS = ['Cotton shirts', 'Steel bolts', 'Frozen shrimp'];
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** A line whose goods and amounts go by its number, as its day does unless one is given. */
export function partyLine(
  no: number,
  [importer = '', exporter = '', notify = '']: readonly string[],
  day?: string,
): string {
  const [names, goods] = [[importer, exporter, notify].map(quoted), `${GOODS[no % 3]} ${no % 9}`];
  const numbers = [no, day ?? `2020-0${1 + (no % 3)}-1${no % 10}`, no % 7 ? '850760' : '610910'];
  return [...numbers, ...names, goods, no % 50, `${no % 100}.25`].join();
}
