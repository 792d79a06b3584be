import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Accounts } from '@tidewaiter/accounts';
import { OperatorError } from '@tidewaiter/contract';
import type { Records } from '@tidewaiter/records';
import { z } from 'zod';
import type { Config } from './config.js';
import { VERSION } from './version.js';

/** Of a store that is no server's. */
const EMBEDDED = 'in this folder';

/** What a data folder remembers of the stores that it worked with last. No secret: whoever reads the file learns where they are. */
const rememberedStores = z.object({
  records: z.object({ where: z.string(), id: z.uuid(), dataVersion: z.number() }).optional(),
  accounts: z.object({ where: z.string() }).optional(),
  /** Of the product that worked with them last; the first one did not write it down. */
  version: z.string().optional(),
});
type RememberedStores = z.output<typeof rememberedStores>;

const pathOf = (dataFolder: string) => join(dataFolder, 'stores.json');

/** The address of a server without what may be secret: users, passwords and options stay out of it. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'a server whose address is no URL';
  const { protocol, host, pathname, searchParams } = new URL(url);
  return `${protocol === 'postgresql:' ? 'postgres:' : protocol}//${host || (searchParams.get('host') ?? '')}${pathname}`;
}

/** Where a process is told that its stores are. */
function placesOf({ recordServer, databaseUrl }: Pick<Config, 'recordServer' | 'databaseUrl'>) {
  const cluster = recordServer?.cluster === undefined ? '' : ` (cluster ${recordServer.cluster})`;
  return {
    records: recordServer === undefined ? EMBEDDED : `${placeOf(recordServer.url)}${cluster}`,
    accounts: databaseUrl === undefined ? EMBEDDED : placeOf(databaseUrl),
  };
}

function remembered(dataFolder: string): RememberedStores {
  try {
    return rememberedStores.parse(JSON.parse(readFileSync(pathOf(dataFolder), 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new OperatorError(`${pathOf(dataFolder)} cannot be read, which says where records and accounts are.`, [
      'Bring it back from a backup, or write it anew from the settings of this shell: npx tidewaiter stores join',
    ]);
  }
}

function write(dataFolder: string, stores: RememberedStores): void {
  const path = pathOf(dataFolder);
  writeFileSync(`${path}.new`, `${JSON.stringify(stores, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}

/** Writes down, before the first store is made in a folder, which version makes it: what is left of a start that was killed is no older one's. */
export function claimNewFolder({ dataFolder, recordServer, databaseUrl }: Config): void {
  const isOnServers = recordServer !== undefined && databaseUrl !== undefined;
  const hasAny = ['stores.json', 'records', 'accounts'].some((name) => existsSync(join(dataFolder, name)));
  if (!isOnServers && !hasAny) write(dataFolder, { version: VERSION });
}

const VARIABLES = { records: 'CLICKHOUSE_URL', accounts: 'DATABASE_URL' } as const;

/**
 * Holds the settings of a process against where a folder's records and accounts were. Records and accounts are looked at both, whatever
 * is to be opened: a shell that lacks one of a portal's settings is not the portal's.
 *
 * @param through what was set is held against it, and nothing else: a command that goes through a running portal needs no settings
 * @returns what is known of the records, where anything is
 * @throws OperatorError naming both places
 */
export function mustAgree(config: Config, through = false): RememberedStores {
  const known = remembered(config.dataFolder);
  const told = placesOf(config);
  for (const store of ['records', 'accounts'] as const) {
    const [was, is] = [known[store]?.where, told[store]];
    if (was === undefined || was === is || (through && is === EMBEDDED)) continue;
    const variable = VARIABLES[store];
    const setting = is === EMBEDDED ? `${variable} is not set here` : `${variable} is set so here`;
    throw new OperatorError(
      `${config.dataFolder} has its ${store} ${was === EMBEDDED ? EMBEDDED : `at ${was}`}, and this would work with ${store} ${is === EMBEDDED ? EMBEDDED : `at ${is}`}: ${setting}. Nothing was done.`,
      [
        `Give the command the settings of the portal, or another folder (TIDEWAITER_DATA_DIR).`,
        'To take what there is along to these stores: npx tidewaiter move, with the settings that the folder had.',
        'To work with these from now on, with the portal stopped and its settings given: npx tidewaiter stores join',
      ],
    );
  }
  return known;
}

/** Writes down where the stores are and which records were opened. What is not said stays. */
export async function remember(config: Config, opened: Records, withAccounts: boolean): Promise<void> {
  const { dataFolder } = config;
  const { id } = await opened.store.identity();
  const { version } = await opened.versions.current();
  const places = placesOf(config);
  const known = withAccounts ? undefined : remembered(dataFolder);
  const accounts = withAccounts ? { where: places.accounts } : known?.accounts;
  const records = { where: places.records, id, dataVersion: version };
  const next: RememberedStores = { records, accounts, version: VERSION };
  if (known === undefined || JSON.stringify(next) !== JSON.stringify(known)) write(dataFolder, next);
}

const JOIN = [
  'Nothing was changed. Give the portal the two that belong together: look at CLICKHOUSE_URL, DATABASE_URL and TIDEWAITER_DATA_DIR, or',
  'bring both back from one backup. To go on with these two all the same: npx tidewaiter stores join',
];

/**
 * Holds records and accounts against each other. What accounts own of the records lies there by numbers that their own database gave:
 * each store bears the other's id, and the numbers of exports, which the accounts give out and the records keep, must not run ahead in one.
 *
 * @param join makes these two belong together, whatever they were before
 * @throws OperatorError where they do not belong together, or one of them is older than the other
 */
export async function mustBelongTogether({ store: records }: Records, { store: accounts }: Accounts, join: boolean) {
  const [one, other] = await Promise.all([records.identity(), accounts.identity()]);
  const strangers = (one.partner ?? other.id) !== other.id || (other.partner ?? one.id) !== one.id;
  // In this order: another portal may be making an export, which takes its number before anything is kept under it.
  const highest = await records.highestExport();
  const { given, latest } = await accounts.exportTrail();
  const lacks = latest !== null && (await records.rowsOfExport(latest)) !== latest.rows;
  if (!join) {
    if (strangers) throw new OperatorError('These records and these accounts do not belong together.', JOIN);
    if (highest > given) {
      const behind = `The records hold exports up to number ${highest}, and the accounts know ${given}.`;
      throw new OperatorError(
        one.partner === null
          ? `These records and these accounts do not belong together. ${behind}`
          : `The accounts are older than the records. ${behind}`,
        JOIN,
      );
    }
    if (lacks) {
      throw new OperatorError(
        `The records are older than the accounts. What was paid for in export ${latest.number} is not in them.`,
        JOIN,
      );
    }
  }
  // Of stores that never met others: the accounts of that time were known by their serial numbers.
  if (one.partner === null && !strangers && highest <= given) await records.nameOwners(await accounts.keys());
  if (highest > given) await accounts.passNumbers(highest);
  if (one.partner !== other.id) await records.joinWith(other.id);
  if (other.partner !== one.id) await accounts.joinWith(one.id);
}
