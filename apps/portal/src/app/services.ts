import { join } from 'node:path';
import type { Accounts } from '@tidewaiter/accounts';
import { OperatorError } from '@tidewaiter/contract';
import type { Records, StatementTaken, WatchStatement } from '@tidewaiter/records';
import { ExportFiles, type ExportStores } from '../exports/files.js';
import type { ReportPrinter } from '../exports/report-pdf.js';
import { DraftFiles } from '../loading/draft-files.js';
import type { AccessTokens } from '../oauth/access-tokens.js';
import { Admission } from '../work/admission.js';
import { Lately } from '../work/lately.js';
import { traceparentOf } from '../work/trace-context.js';
import { NO_TRACES, type Traces } from '../work/traces.js';
import { Work } from '../work/work.js';
import type { Config } from './config.js';
import type { ContactFiles } from './contact-files.js';
import { lockDataFolder, markIn } from './data-folder.js';
import { secretKeyOf } from './secret-key.js';
import { claimNewFolder, mustAgree, mustBelongTogether, remember } from './stores.js';
import { keepFormerState, mustBeBackedUp } from './upgrade.js';
import { VERSION } from './version.js';

type StatementListener = (taken: StatementTaken) => void;

/** A command that ran inside the portal; `other` is what no command is called. */
export interface CommandRun {
  command: string;
  outcome: 'done' | 'failed' | 'usage';
}

/** Everything that one portal holds, open: the place where records and accounts meet. */
export interface Services extends ExportStores {
  dataFolder: string;
  /** Who hears what each statement of the record engine took. */
  statements: StatementListener[];
  /** Who hears what became of commands that ran inside the portal. */
  commands: ((run: CommandRun) => void)[];
  traces: Traces;
  /** What was done of late. */
  lately: Lately;
  /** Who is let in while more is asked than can be answered. */
  admission: Admission;
  /** Aborted when the portal begins to stop: who only looks on goes then. */
  stopping: AbortController;
  contactFiles: ContactFiles;
  draftFiles: DraftFiles;
  /** Of the server that serves the screens, once there is one. */
  reportPrinter: ReportPrinter | undefined;
  /** Of the issuer that is trusted, where one is. */
  accessTokens: AccessTokens | undefined;
  /** It was told to stop: whoever shares calls out among portals is to send it no more. */
  isLeaving: boolean;
  close(): Promise<void>;
}

/** Those of which only the records are open: for what needs no accounts. */
export type RecordServices = Omit<
  Services,
  'accounts' | 'contactFiles' | 'draftFiles' | 'reportPrinter' | 'accessTokens' | 'exportFiles' | 'isLeaving'
>;

/** How stores are opened. */
interface Opening {
  /** Whatever the folder knew and the stores were before: these are its stores from now on, and belong together. */
  join?: boolean;
}

/** @throws OperatorError where a folder is not whole yet, or its portal has moved */
function mustBeAPortals(dataFolder: string): void {
  if (markIn(dataFolder, 'restoring') !== undefined)
    throw new OperatorError(`${dataFolder} is not whole: a restore into it has not ended.`, [
      'Run the same restore again: it goes on where it was. Or begin anew with an empty folder.',
    ]);
  if (markIn(dataFolder, 'moved') !== undefined)
    throw new OperatorError(`The portal of ${dataFolder} has moved. Start it with the settings of its new place.`, [
      'A move that was interrupted goes on when it is run again; to work here again: npx tidewaiter move --undo',
    ]);
}

type Say = (line: string) => void;

const silence: Say = () => {};

/** One line for each statement of the record engine, as the portal's log has its own. */
const logStatement: StatementListener = (taken) =>
  process.stdout.write(`${JSON.stringify({ level: 20, time: Date.now(), ...taken, msg: 'statement' })}\n`);

/** One line for an issuer that cannot be asked for its keys, as the portal's log has its own: an operator is to look. */
function tellAway(error: unknown): void {
  const why = (error instanceof AggregateError ? error.errors : [error]).map(String).join('; ');
  process.stdout.write(
    `${JSON.stringify({ level: 40, time: Date.now(), why, msg: 'the issuer of tokens is away' })}\n`,
  );
}

async function accessTokensOf({ issuer, logLevel }: Config): Promise<AccessTokens | undefined> {
  if (!issuer) return undefined;
  const { AccessTokens } = await import('../oauth/access-tokens.js');
  return new AccessTokens(issuer, ['error', 'fatal', 'silent'].includes(logLevel) ? undefined : tellAway);
}

/** A data folder that nobody else works in, and what it knows of its stores. */
interface OwnFolder {
  known: ReturnType<typeof mustAgree> | undefined;
  release(): void;
}

/**
 * A data folder belongs to one process also where both engines are servers: files are copied into it, and commands come through its socket.
 *
 * @throws FolderBusy when another process has it
 * @throws FolderExposed when it is somebody else's and open to others
 * @throws OperatorError when its stores are others than the settings say
 */
async function ownFolder(config: Config, purpose: string, say: Say, joining: boolean): Promise<OwnFolder> {
  const lock = lockDataFolder(config.dataFolder, purpose, say);
  try {
    mustBeAPortals(config.dataFolder);
    const known = joining ? undefined : mustAgree(config);
    await keepFormerState(config, known?.version, say);
    claimNewFolder(config);
    return { known, release: () => lock.release() };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function recordsIn({ known }: OwnFolder, config: Config, say: Say, joining: boolean): Promise<RecordServices> {
  const { dataFolder, recordServer, answerBytes, archive } = config;
  // Not before the lock: a command that finds the folder in use goes through its portal, and waits for no engine of its own.
  const [{ openRecords }, { explainRecordServer }] = await Promise.all([
    import('@tidewaiter/records'),
    import('./record-server.js'),
  ]);
  const statements: StatementListener[] = ['debug', 'trace'].includes(config.logLevel) ? [logStatement] : [];
  const lately = new Lately();
  statements.push(lately.statement);
  const traces = config.traces ? (await import('../work/otlp.js')).tracesTo(config.traces, VERSION) : NO_TRACES;
  const watchStatement: WatchStatement = ({ name, lane }) => {
    const work = Work.current;
    const span = work && traces.begin('statement', name, work.context, { 'db.system.name': 'clickhouse', lane });
    return {
      traceparent: span?.context.sampled ? traceparentOf(span.context) : undefined,
      ended(taken) {
        span?.end({ rows: taken.rows }, taken.failed ?? false);
        for (const listener of statements) listener(taken);
      },
    };
  };
  const onRenewal = (done: number, total: number) =>
    done < total && say(`Summing up what an earlier version has loaded: ${done + 1} of ${total} …`);
  const beforeMigration = () => mustBeBackedUp(config);
  const options = {
    ...{ server: recordServer, answerBytes, archive, known: known?.records, watchStatement, onRenewal },
    ...(recordServer && { beforeMigration }),
  };
  const records = await openRecords(dataFolder, options).catch((error: unknown) => {
    throw recordServer === undefined ? error : explainRecordServer(error);
  });
  if (!joining) await remember(config, records, false);
  return {
    dataFolder,
    records,
    statements,
    commands: [],
    ...{ traces, lately, admission: new Admission() },
    stopping: new AbortController(),
    async close() {
      // A folder that is gone, or full, keeps no record from being closed.
      await remember(config, records, false).catch(() => {});
      await records.close();
      await traces.close();
    },
  };
}

/**
 * Locks the data folder and opens the records in it, or those on a server in their place.
 *
 * @param say is told what was put right about the folder's rights
 * @throws what {@link ownFolder} throws, and OperatorError when the server cannot be used
 */
export async function openRecordServices(
  config: Config,
  purpose: string,
  say: Say = silence,
  { join: joining = false }: Opening = {},
): Promise<RecordServices> {
  const folder = await ownFolder(config, purpose, say, joining);
  try {
    const services = await recordsIn(folder, config, say, joining);
    return {
      ...services,
      async close() {
        await services.close();
        folder.release();
      },
    };
  } catch (error) {
    folder.release();
    throw error;
  }
}

async function accountsOf(config: Config): Promise<Accounts> {
  const { dataFolder, databaseUrl } = config;
  const { openAccounts, portalSettings, readTargets } = await import('@tidewaiter/accounts');
  const beforeMigration = () => mustBeBackedUp(config);
  return openAccounts(databaseUrl === undefined ? { dataFolder } : { databaseUrl, beforeMigration }, {
    mail: { smtpUrl: config.smtpUrl, from: config.mailFrom, outbox: join(dataFolder, 'outbox') },
    settings: portalSettings(config.publicUrl, config),
    secretKey: () => secretKeyOf(dataFolder, config.secretKey),
    webhookTargets: readTargets(config.webhookTargets),
  }).catch((error: unknown) => {
    if (databaseUrl === undefined || error instanceof OperatorError) throw error;
    throw new OperatorError(
      'The accounts database of DATABASE_URL cannot be used. Is it running, and its URL right?',
      [],
      {
        cause: error,
      },
    );
  });
}

/**
 * Opens the records and the accounts, at once where the records are in the folder.
 *
 * @throws what {@link openRecordServices} throws
 * @throws OperatorError when a server cannot be used, or the stores do not belong together
 */
export async function openServices(
  config: Config,
  purpose: string,
  say: Say = silence,
  { join: joining = false }: Opening = {},
): Promise<Services> {
  const folder = await ownFolder(config, purpose, say, joining);
  const records = recordsIn(folder, config, say, joining);
  // Where the tables of a server may not be changed, the accounts stay as they are, too.
  const opening = [config.recordServer ? records.then(() => accountsOf(config)) : accountsOf(config), records] as const;
  /** Accounts whose database is away keep no record from being closed. */
  const close = async () => {
    const [accounts, services] = await Promise.allSettled(opening);
    try {
      if (accounts.status === 'fulfilled') await accounts.value.close();
    } finally {
      if (services.status === 'fulfilled') await services.value.close();
      folder.release();
    }
  };
  try {
    // Where neither can be opened, the records' reason is told.
    await Promise.allSettled(opening);
    const services = await opening[1];
    const accounts = await opening[0];
    await mustBelongTogether(services.records, accounts, joining);
    await remember(config, services.records, true);
    const { ContactFiles } = await import('./contact-files.js');
    const contactFiles = new ContactFiles();
    const accessTokens = await accessTokensOf(config);
    return {
      ...services,
      accounts,
      contactFiles,
      accessTokens,
      isLeaving: false,
      exportFiles: new ExportFiles(config.exports),
      draftFiles: new DraftFiles(config.uploads),
      reportPrinter: undefined,
      async close() {
        await contactFiles.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Stores that are opened when they are first asked for: the records alone, or all. */
export interface StoresLater {
  records(): Promise<Records>;
  services(opening?: Opening): Promise<Services>;
  close(): Promise<void>;
}

/**
 * The stores of a command, which asks for the records or for all.
 *
 * @param purpose see {@link openServices}, as for what is thrown
 */
export function openedLater(config: Config, purpose: string, say: Say): StoresLater {
  let recordHouse: Promise<RecordServices> | undefined;
  let services: Promise<Services> | undefined;
  return {
    async records() {
      recordHouse ??= openRecordServices(config, purpose, say);
      return (await recordHouse).records;
    },
    services(opening) {
      services ??= openServices(config, purpose, say, opening);
      return services;
    },
    async close() {
      // What could not be opened was told to whoever asked for it.
      const opened = await (services ?? recordHouse)?.catch(() => undefined);
      await opened?.close();
    },
  };
}
