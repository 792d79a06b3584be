import { join } from 'node:path';
import type { Accounts } from '@tidewaiter/accounts';
import type { Records } from '@tidewaiter/records';
import { type Config, ConfigError } from '../config.js';
import { lockDataFolder } from './data-folder.js';

/** Everything that one portal holds, open: the place where records and accounts meet. */
export interface House {
  dataFolder: string;
  records: Records;
  accounts: Accounts;
  close(): Promise<void>;
}

/**
 * Locks the data folder and opens what is in it, or what is on servers in its place. A data folder belongs to one process
 * also where both engines are servers: files are copied into it, and commands come through its socket.
 *
 * @throws FolderBusy when another process has it
 * @throws ConfigError when a server cannot be used
 */
export async function openHouse(config: Config, purpose: string): Promise<House> {
  const { dataFolder, databaseUrl, recordServer } = config;
  const lock = lockDataFolder(dataFolder, purpose);
  const closers: (() => Promise<void> | void)[] = [() => lock.release()];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    // Not before the lock: a command that finds the folder in use goes through its portal, and waits for no engine of its own.
    const [{ openRecords }, { openAccounts, portalSettings }, { explainRecordServer }] = await Promise.all([
      import('@tidewaiter/records'),
      import('@tidewaiter/accounts'),
      import('./record-server.js'),
    ]);
    const { answerBytes, archive } = config;
    const records = await openRecords(dataFolder, { server: recordServer, answerBytes, archive }).catch(
      (error: unknown) => {
        throw recordServer === undefined ? error : explainRecordServer(error);
      },
    );
    closers.push(() => records.close());
    const accounts = await openAccounts(databaseUrl === undefined ? { dataFolder } : { databaseUrl }, {
      mail: { smtpUrl: config.smtpUrl, from: config.mailFrom, outbox: join(dataFolder, 'outbox') },
      settings: portalSettings(config.publicUrl, config),
    }).catch((error: unknown) => {
      if (databaseUrl === undefined) throw error;
      throw new ConfigError('The accounts database of DATABASE_URL cannot be used. Is it running, and its URL right?', {
        cause: error,
      });
    });
    closers.push(() => accounts.close());
    return { dataFolder, records, accounts, close };
  } catch (error) {
    await close();
    throw error;
  }
}
