import { statfs } from 'node:fs/promises';
import { dayOf, HOUR_MS } from '@tidewaiter/contract';
import { memoryOfProcess } from '@tidewaiter/records';
import { Gauge, type Registry } from 'prom-client';
import { failedBackup, lastBackup } from '../app/last-backup.js';
import { storesThatAnswer } from '../app/readiness.js';
import type { Services } from '../app/services.js';
import { certificateEnd } from '../doctor/address.js';

/**
 * Measures of the stores and the disk, taken when they are asked for.
 *
 * @returns takes them; those of a store that is away stay out
 */
export function measureStores(services: Services, publicUrl: string, registry: Registry): () => Promise<void> {
  const { accounts, records, dataFolder } = services;
  const look = storesThatAnswer(services);
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `tidewaiter_${name}`, help, labelNames, registers: [registry] });
  const ready = gauge('store_ready', 'Whether a store answers in time', ['store']);
  const jobs = gauge('jobs', 'Jobs that have not ended, are set aside, or failed within the last day', [
    'kind',
    'state',
  ]);
  const oldest = gauge('oldest_waiting_job_seconds', 'For how long the oldest waiting job has been there', ['kind']);
  const loads = gauge('loads', 'Loads whose records are there');
  const version = gauge('data_version', 'The version of the records');
  const lag = gauge('newest_record_lag_days', 'By how many days the newest record lies behind today', [
    'country',
    'trade',
  ]);
  const backup = gauge('last_backup_timestamp_seconds', 'When the newest backup was made');
  const failed = gauge('backup_failed', 'Whether the newest try of a backup made none');
  const bytes = gauge('records_bytes', 'What the records take where they are on this disk');
  const free = gauge('disk_free_bytes', 'Room that is left where the data folder is');
  const damaged = gauge('store_damaged', 'Whether files of a store are known to be lost or damaged', ['store']);
  const certificate = gauge('certificate_end_timestamp_seconds', 'Until when the certificate of PUBLIC_URL is good');
  gauge('memory_limit_bytes', 'What the process may have of the memory').set(memoryOfProcess());

  async function takeJobs() {
    for (const { kind, state, count, oldestSeconds } of await accounts.jobs.unfinished()) {
      jobs.set({ kind, state }, count);
      if (state === 'WAITING') oldest.set({ kind }, oldestSeconds);
    }
  }
  async function takeRecords() {
    version.set((await records.versions.current()).version);
    loads.set((await records.loads.list()).length);
    const taken = await records.store.bytes();
    if (taken !== undefined) bytes.set(taken);
  }
  async function takeDamage() {
    damaged.set({ store: 'accounts' }, Number(accounts.store.damageMet !== undefined));
    damaged.set({ store: 'records' }, Number((await records.missing()).length > 0));
  }
  let certificateTakenAt = Number.NEGATIVE_INFINITY;
  certificate.remove();
  /** The address may take seconds to answer, which no scrape waits for: what is found stands from the next one on. */
  function takeCertificate() {
    if (performance.now() - certificateTakenAt < HOUR_MS) return;
    certificateTakenAt = performance.now();
    certificateEnd(publicUrl).then(
      (end) => certificate.set(end.getTime() / 1000),
      () => certificate.remove(),
    );
  }
  async function takeSources() {
    for (const { country, tradeType, lagDays } of await records.sources(dayOf(new Date())))
      lag.set({ country, trade: tradeType }, lagDays);
  }
  async function takeBackup() {
    const last = await lastBackup(dataFolder);
    failed.set(Number((await failedBackup(dataFolder)) !== undefined));
    if (last) backup.set(Date.parse(last.at) / 1000);
  }
  async function takeDisk() {
    const { bavail, bsize } = await statfs(dataFolder);
    free.set(bavail * bsize);
  }
  return async () => {
    takeCertificate();
    // What could not be measured is not there, rather than as it was.
    for (const one of [loads, version, backup, bytes, free]) one.remove();
    for (const one of [oldest, jobs, lag, damaged]) one.reset();
    const answers = await look();
    for (const [store, isReady] of Object.entries(answers)) ready.set({ store }, Number(isReady));
    // A store that does not answer would keep whoever scrapes until nothing at all was measured.
    await Promise.allSettled([
      ...(answers.accounts ? [takeJobs()] : []),
      ...(answers.records ? [takeRecords(), takeSources(), takeDamage()] : []),
      ...[takeBackup(), takeDisk()],
    ]);
  };
}
