/** How the portal's own affairs stand. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SET_ASIDE_AT } from '@tidewaiter/accounts';
import { COVERAGE_SHARES, dayOf, HOUR_MS, sharePercent } from '@tidewaiter/contract';
import type { SourceCoverage } from '@tidewaiter/records';
import type { Config } from '../app/config.js';
import { failedBackup, lastBackup } from '../app/last-backup.js';
import type { Services } from '../app/services.js';
import { type Finding, soon, well, wrong } from './finding.js';

/** A day and the time that a backup may take. */
const BACKUP_HOURS = 26;

/** Mail and exports begin within seconds; what waits for longer is not worked on. */
const WAITING_MS = 10 * 60 * 1000;

/** More failed jobs than these are an alarm whatever their number. */
const JOBS_LOOKED_AT = 1000;

const hours = (ms: number) => `${Math.round(ms / HOUR_MS)} hours`;

/** Whether the folder of backups lies on the data folder's own disk, as it does where another one that belongs there is not mounted. */
async function isOnOneDisk(dataFolder: string, to: string | undefined): Promise<boolean> {
  const [one, other] = await Promise.all([dataFolder, to ?? ''].map((path) => stat(path).catch(() => undefined)));
  return other !== undefined && one?.dev === other.dev;
}

/** The store that says since when there is a portal. */
type Since = { records: { store: { since(): Promise<Date> } } };

export async function backups({ dataFolder, backups: { to } }: Config, { records }: Since): Promise<Finding> {
  const last = await lastBackup(dataFolder);
  const failed = await failedBackup(dataFolder);
  const age = last && Date.now() - Date.parse(last.at);
  if (failed)
    return wrong(
      'backup',
      `the newest try, of ${failed.at} in ${failed.where}, failed: ${failed.why} ${last ? `The newest that was made is of ${last.at}, in ${last.where}.` : 'None was ever made.'}`,
      'Mend what it says, then make one: npx tidewaiter backup',
    );
  if (last && age !== undefined && age < BACKUP_HOURS * HOUR_MS) {
    const found = `the newest is of ${last.at}, in ${last.where}`;
    if (last.notRemoved !== undefined)
      return soon(
        'backup',
        `${found}; older ones could not be let go: ${last.notRemoved}`,
        'npx tidewaiter backup --check names what is damaged there: remove it.',
      );
    return (await isOnOneDisk(dataFolder, to))
      ? soon('backup', `${found}, on the disk of the data folder`, 'Mount another disk there, or name a bucket.')
      : well('backup', found);
  }
  const found = age === undefined ? 'none was ever made' : `the newest is ${hours(age)} old`;
  if (to === undefined) return soon('backup', found, 'Set BACKUP_TO, and one is made every day.');
  const isNew = Date.now() - (await records.store.since()).getTime() < BACKUP_HOURS * HOUR_MS;
  return age === undefined && isNew
    ? soon('backup', found, 'The portal makes the first by itself, from BACKUP_HOUR on. One now: npx tidewaiter backup')
    : wrong('backup', found, 'Look at `jobs list --kind backup`, or make one now: npx tidewaiter backup');
}

export async function records({ records }: Services): Promise<Finding> {
  const missing = await records.missing();
  const { version } = await records.versions.current();
  const loads = await records.loads.list();
  const sum = loads.reduce((all, { report }) => all + report.rowsLoaded, 0).toLocaleString('en-US');
  return missing.length === 0
    ? well('records', `${sum} records of ${loads.length} loads, whole, data version ${version}`)
    : wrong(
        'records',
        `the disk has lost some of ${missing.length} months`,
        'npx tidewaiter loads names them, and how each load is brought back.',
      );
}

/** Reads every file of the records, for so many minutes at most. */
export async function parts({ records }: Services, minutes: number): Promise<Finding> {
  const { parts, read, damaged } = await records.checkParts(minutes * 60_000);
  const said = `${read} of ${parts} parts of the records' tables were read`;
  if (damaged.length > 0)
    return wrong(
      'parts',
      `${said}, and the disk has damaged ${damaged.map(({ table, part }) => `${part} of ${table}`).join(', ')}`,
      'Make the loads anew (npx tidewaiter reload --all), or bring records and accounts back from a backup, into a new folder; and look at the disk.',
    );
  return read === parts
    ? well('parts', `${said}, all as they were written`)
    : soon(
        'parts',
        `${said} within ${minutes} minutes, all as they were written`,
        'Give it longer (--deep 60), or run it again: it begins with others each time.',
      );
}

export async function accounts({ accounts }: Services): Promise<Finding> {
  const damaged = await accounts.store.unreadable();
  const met = accounts.store.damageMet;
  if (damaged.length === 0 && met)
    return wrong('accounts', [met.message, ...met.details].join(' '), 'The portal is not ready until then.');
  return damaged.length === 0
    ? well('accounts', 'every row can be read')
    : wrong(
        'accounts',
        `files of ${damaged.join(', ')} are damaged on the disk`,
        'Bring records and accounts back from a backup, into a new folder.',
      );
}

export async function ledger({ accounts }: Services): Promise<Finding> {
  const unequal = await accounts.store.unreconciled();
  return unequal.length === 0
    ? well('ledger', 'every balance is the sum of its entries')
    : wrong(
        'ledger',
        `${unequal.length} balances are not the sum of their entries, the first of account ${unequal[0]?.account}`,
        'Make a backup, restore an earlier one beside it, and report both to whoever sold you the portal.',
      );
}

export async function jobs({ accounts }: Services): Promise<Finding> {
  const open = await accounts.jobs.list({ states: ['FAILED', 'WAITING'], limit: JOBS_LOOKED_AT });
  const failed = open.filter(({ state }) => state === 'FAILED');
  const late = open.filter(
    ({ state, runAfter }) => state === 'WAITING' && Date.now() - runAfter.getTime() > WAITING_MS,
  );
  const aside = failed.filter(({ ends }) => ends >= SET_ASIDE_AT);
  const found = `${failed.length} failed, ${late.length} late`;
  const [first] = aside;
  if (first)
    return wrong(
      'jobs',
      `${found}, ${aside.length} set aside, since the process ended twice with each; the newest is job ${first.id} (${first.kind}) of ${first.personId === null ? 'the portal' : `person ${first.personId}`}, since ${first.endedAt?.toISOString()}`,
      'npx tidewaiter jobs list names them all; jobs retry tries one anew, jobs cancel drops it. Report what the log says of the ends to whoever sold you the portal.',
    );
  if (failed.length > 0)
    return soon('jobs', found, 'npx tidewaiter jobs list says why, and jobs retry tries one anew.');
  return late.length > 0 ? soon('jobs', found, 'Is the portal running? It works on them.') : well('jobs', found);
}

/** Messages that no server took lie in the outbox; without a server, all of them. */
export async function mail({ dataFolder, smtpUrl }: Config, { accounts }: Services): Promise<Finding> {
  const lying = (await readdir(join(dataFolder, 'outbox')).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const found = `${lying.length} messages in the outbox`;
  if (smtpUrl === undefined)
    return soon('mail', `no server is set; ${found}`, 'Set SMTP_URL: until then nobody is sent a link.');
  const refusal = await accounts.mailer.answers().then(
    () => undefined,
    (error: Error) => error.message,
  );
  if (refusal !== undefined)
    return wrong(
      'mail',
      `the server does not let us in: ${refusal}; ${found}`,
      'Look at SMTP_URL: address, port, user and password.',
    );
  return lying.length === 0
    ? well('mail', found)
    : soon('mail', found, 'No server took them. Their people wait for a link; audit says why.');
}

/** Who works in the data folder: the process that answers this, a portal or the command itself. */
export async function lock({ dataFolder }: Config): Promise<Finding> {
  return well('lock', `held by ${(await readFile(join(dataFolder, 'lock'), 'utf8')).trim()}`);
}

/** The least that works, and for PostgreSQL the least that was tried. */
const LEAST = { ClickHouse: 26, PostgreSQL: 15 };

/** The two stores, as they tell of themselves. */
type Stores = Record<
  'records' | 'accounts',
  { store: { engineVersion(): Promise<string>; migrations(): Promise<{ applied: number; known: number }> } }
>;

/** The versions of servers; those of the embedded engines come with the portal. */
export async function engines(config: Config, { records, accounts }: Stores): Promise<Finding> {
  const found = { ClickHouse: await records.store.engineVersion(), PostgreSQL: await accounts.store.engineVersion() };
  const isServer = { ClickHouse: config.recordServer !== undefined, PostgreSQL: config.databaseUrl !== undefined };
  const names = ['ClickHouse', 'PostgreSQL'] as const;
  const old = names.filter((name) => isServer[name] && Number.parseInt(found[name], 10) < LEAST[name]);
  const told = names.map((name) => `${name} ${found[name]}${isServer[name] ? '' : ' (embedded)'}`).join(', ');
  return old.length === 0
    ? well('engines', told)
    : wrong('engines', told, old.map((name) => `${name} ${LEAST[name]} is the least.`).join(' '));
}

/** Tables that another portal of a newer version has changed meanwhile, on servers that they share. */
export async function migrations({ records, accounts }: Stores): Promise<Finding> {
  const [ofRecords, ofAccounts] = [await records.store.migrations(), await accounts.store.migrations()];
  const found = `records ${ofRecords.applied} of ${ofRecords.known}, accounts ${ofAccounts.applied} of ${ofAccounts.known}`;
  return ofRecords.applied > ofRecords.known || ofAccounts.applied > ofAccounts.known
    ? wrong('migrations', `${found}: a newer version works here, too`, 'Start that version here as well.')
    : well('migrations', found);
}

/** By so many points less than in the month before, a column is likely to have been lost on its way. */
const FALLEN = 20;

/** What the newest month of a country names less often than the month before. */
function fallen({ months }: SourceCoverage): string[] {
  const [before, newest] = months.slice(-2);
  if (!before || !newest) return [];
  return COVERAGE_SHARES.flatMap((share) => {
    const [was, is] = [before, newest].map(({ saying, records }) => sharePercent(saying[share], records) ?? 0);
    return (was ?? 0) - (is ?? 0) > FALLEN ? [`${share} ${was}% → ${is}% in ${newest.month.slice(0, 7)}`] : [];
  });
}

/** A column that a source has moved or renamed is seen by what it fills. */
export async function completeness({ records }: Services): Promise<Finding> {
  const sources = await records.sources(dayOf(new Date()));
  const found = sources.flatMap((source) =>
    fallen(source).map((what) => `${source.country} ${source.tradeType.toLowerCase()}s: ${what}`),
  );
  return found.length === 0
    ? well('completeness', `${sources.length} sources name as much as in the month before`)
    : soon(
        'completeness',
        found.join('; '),
        'Look at the load’s report for columns that were not used, and load the file again with --replace.',
      );
}

/** A clock that went back would date what is new before what is old. */
export async function clock({ records }: Services): Promise<Finding> {
  const newest = (await records.loads.list()).map(({ loadedAt }) => Date.parse(loadedAt));
  const ahead = Math.max(0, ...newest) - Date.now();
  return ahead > HOUR_MS
    ? wrong('clock', `records were loaded ${hours(ahead)} from now`, 'Set the clock of this machine.')
    : well('clock', new Date().toISOString());
}

/** Files in the archive that no load was made of: what a load takes out without --purge leaves there on purpose. */
export async function archive({ records }: Services): Promise<Finding> {
  const names = (await readdir(records.archive.folder).catch(() => [])).filter((name) => name.endsWith('.br'));
  const known = new Set((await records.loads.list()).flatMap(({ files }) => files.map(({ hash }) => `${hash}.br`)));
  const lone = names.filter((name) => !known.has(name));
  return well('archive', `${names.length} files, ${lone.length} of them of loads that were taken out`);
}
