/** What a load was made of, for making it again. */

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError, type TradeType } from '@tidewaiter/contract';
import type { Archive, LoadRegister, LoadSummary } from '@tidewaiter/records/loading';
import type { FileToRead } from './layout/joined-files.js';
import { type LoadMapping, parseMapping } from './layout/mapping.js';

/**
 * The mappings by which loads were read, by their numbers.
 *
 * @throws OperatorError naming every load that cannot be made again
 */
export async function findMappings(
  loads: readonly LoadSummary[],
  register: LoadRegister,
  archive: Archive,
): Promise<Map<number, LoadMapping>> {
  const mappings = new Map<number, LoadMapping>();
  const missing: string[] = [];
  for (const { loadId, file, files } of loads) {
    const { mapping } = await register.originOf(loadId);
    const lost = mapping === '' ? files : await lostFiles(files, archive);
    const which = lost.map(({ name }) => name).join(', ');
    if (lost.length > 0) missing.push(`load ${loadId} (${file})${which === file ? '' : `: ${which} is missing`}`);
    else mappings.set(loadId, parseMapping(mapping, `of load ${loadId}`));
  }
  if (missing.length === 0) return mappings;
  throw new OperatorError(`These loads have no archived file in ${archive.folder}. Nothing has changed.`, missing);
}

async function lostFiles(files: LoadSummary['files'], archive: Archive): Promise<LoadSummary['files']> {
  const held = await Promise.all(files.map(({ hash }) => archive.holds(hash)));
  return files.filter((_, index) => !held[index]);
}

/** Works on a load's files as they were given, under the names that they had, in a folder that is gone afterwards. */
export async function unpacked(
  { files }: LoadSummary,
  archive: Archive,
  within: string,
  work: (file: FileToRead) => Promise<void>,
): Promise<void> {
  await mkdir(within, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(within, 'archived-'));
  try {
    const distinct = new Map(files.map(({ name, hash }) => [name, hash]));
    for (const [name, hash] of distinct) await archive.restore(hash, join(folder, name));
    const [{ name, member } = { name: '', member: '' }] = files;
    await work({ path: join(folder, name), member: member === '' ? undefined : member });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How files with a header were read that an operator had remembered, the latest first. */
export async function learnedMappings(
  loads: readonly LoadSummary[],
  register: LoadRegister,
  header: readonly string[],
): Promise<LoadMapping[]> {
  const mappings: LoadMapping[] = [];
  for (const { loadId, mapping: name, report } of [...loads].reverse()) {
    if (!report.learned) continue;
    const { mapping, header: read } = await register.originOf(loadId);
    if (JSON.stringify(read) === JSON.stringify(header))
      mappings.push(parseMapping(mapping, `${name} of load ${loadId}`));
  }
  return mappings;
}

/** Loads of a source that are looked at, the latest first. */
const LOOKED_AT = 12;

/** What a value was in when an earlier file of its source was loaded. */
export interface SaidBefore {
  currency: string;
  loadId: number;
}

/**
 * What somebody said the values of a source are in, whose files do not say it: of the latest load of a country and trade type whose value
 * stood under this name, in one currency for all rows.
 */
export async function currencySaidBefore(
  loads: readonly LoadSummary[],
  register: LoadRegister,
  of: { country: string | undefined; trade: TradeType | undefined; column: string },
): Promise<SaidBefore | undefined> {
  const sameSource = loads.filter(({ country, tradeType }) => country === of.country && tradeType === of.trade);
  for (const { loadId } of sameSource.slice(-LOOKED_AT).reverse()) {
    const { mapping } = await register.originOf(loadId);
    if (mapping === '') continue;
    const { total_value: value, currency } = parseMapping(mapping, `of load ${loadId}`).columns;
    const isSame = value && 'from' in value && value.from === of.column;
    if (isSame && currency && 'constant' in currency) return { currency: currency.constant, loadId };
  }
  return undefined;
}
