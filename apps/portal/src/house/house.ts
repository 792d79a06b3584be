import { type Accounts, openAccounts } from '@tidewaiter/accounts';
import { openRecords, type Records } from '@tidewaiter/records';
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
 * Locks the data folder and opens what is in it.
 *
 * @throws FolderBusy when another process has it
 */
export async function openHouse(config: Config, purpose: string): Promise<House> {
  const { dataFolder, databaseUrl } = config;
  const lock = lockDataFolder(dataFolder, purpose);
  const closers: (() => Promise<void> | void)[] = [() => lock.release()];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const records = await openRecords(dataFolder);
    closers.push(() => records.close());
    const accounts = await openAccounts(databaseUrl === undefined ? { dataFolder } : { databaseUrl }).catch(
      (error: unknown) => {
        if (databaseUrl === undefined) throw error;
        throw new ConfigError(
          'The accounts database of DATABASE_URL cannot be used. Is it running, and its URL right?',
          {
            cause: error,
          },
        );
      },
    );
    closers.push(() => accounts.close());
    return { dataFolder, records, accounts, close };
  } catch (error) {
    await close();
    throw error;
  }
}
