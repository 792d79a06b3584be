import { statfs } from 'node:fs/promises';
import { dayOf } from '@tidewaiter/contract';
import { Gauge, type Registry } from 'prom-client';
import { lastBackup } from '../app/last-backup.js';
import type { Services } from '../app/services.js';

/** Jobs that are looked at for how many wait: more of them are an alarm whatever their number. */
const JOBS_LOOKED_AT = 10_000;

const STATES = ['WAITING', 'RUNNING'] as const;

/**
 * Measures of the stores and the disk, taken when they are asked for.
 *
 * @returns takes them; those of a store that is away stay out
 */
export function measureStores({ accounts, records, dataFolder }: Services, registry: Registry): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `tidewaiter_${name}`, help, labelNames, registers: [registry] });
  const jobs = gauge('jobs', 'Jobs that have not ended', ['state']);
  const oldest = gauge('oldest_waiting_job_seconds', 'For how long the oldest waiting job has been there');
  const loads = gauge('loads', 'Loads whose records are there');
  const version = gauge('data_version', 'The version of the records');
  const lag = gauge('newest_record_lag_days', 'By how many days the newest record lies behind today', [
    'country',
    'trade',
  ]);
  const backup = gauge('last_backup_timestamp_seconds', 'When the newest backup was made');
  const free = gauge('disk_free_bytes', 'Room that is left where the data folder is');

  async function takeJobs() {
    const open = await accounts.jobs.list({ states: [...STATES], limit: JOBS_LOOKED_AT });
    for (const state of STATES) jobs.set({ state }, open.filter((job) => job.state === state).length);
    const since = open.filter(({ state }) => state === 'WAITING').map(({ createdAt }) => createdAt.getTime());
    oldest.set(Math.max(0, Date.now() - Math.min(Date.now(), ...since)) / 1000);
  }
  async function takeRecords() {
    version.set((await records.versions.current()).version);
    loads.set((await records.loads.list()).length);
  }
  async function takeSources() {
    for (const { country, tradeType, lagDays } of await records.sources(dayOf(new Date())))
      lag.set({ country, trade: tradeType }, lagDays);
  }
  async function takeBackup() {
    const last = await lastBackup(dataFolder);
    if (last) backup.set(Date.parse(last.at) / 1000);
  }
  async function takeDisk() {
    const { bavail, bsize } = await statfs(dataFolder);
    free.set(bavail * bsize);
  }
  return async () => {
    // What could not be measured is not there, rather than as it was.
    for (const one of [oldest, loads, version, backup, free]) one.remove();
    for (const one of [jobs, lag]) one.reset();
    await Promise.allSettled([takeJobs(), takeRecords(), takeSources(), takeBackup(), takeDisk()]);
  };
}
