import type { JobState } from '@tidewaiter/accounts';
import { OperatorError } from '@tidewaiter/contract';
import { BACKUP_JOB } from '../../backup/job.js';
import { backupsIn } from '../../backup/manifest.js';
import { openRepository } from '../../backup/repository.js';
import { examine } from '../../doctor/examine.js';
import { type OperatorHandler, requestedPage } from './handler.js';
import { presentEntry } from './operator-people.js';

export const operatorSite: OperatorHandler<'operatorSite'> = async ({ services }) => services.accounts.site.state();

/** Whoever closes the site is to open it again. */
export const setSite: OperatorHandler<'setSite'> = async ({ services, request, caller }) => {
  const { maintenance, message } = request;
  const allowed = maintenance
    ? [...new Set([...(await services.accounts.site.state()).allowed, ...(caller ? [caller.user.email] : [])])]
    : [];
  await services.accounts.site.set({ maintenance, message, allowed });
  return { message: maintenance ? 'The site is closed, but to you.' : 'The site is open.' };
};

export const addNotice: OperatorHandler<'addNotice'> = async ({ services, request }) => {
  await services.accounts.site.notices.add(request.title, request.body);
  return { message: 'Everybody reads it from now on.' };
};

export const removeNotice: OperatorHandler<'removeNotice'> = async ({ services, params }) => {
  const { title } = await services.accounts.site.notices.remove(params.notice);
  return { message: `Nobody reads “${title}” any more.` };
};

export const operatorLoads: OperatorHandler<'operatorLoads'> = async ({ services: { records }, request }) => {
  const all = (await records.loads.list()).toReversed();
  const { number, size } = requestedPage(request);
  return {
    loads: all.slice(number * size, (number + 1) * size).map((load) => ({
      load: load.loadId,
      file: load.file,
      source: load.country === '' ? load.source : `${load.source} (${load.country})`,
      tradeType: load.tradeType,
      records: load.report.rowsLoaded,
      rejected: load.report.rowsRejected,
      fromDate: load.report.firstDate ?? null,
      toDate: load.report.lastDate ?? null,
      bytes: load.bytes,
      loadedAt: load.loadedAt,
      demo: load.demo,
    })),
    total: all.length,
    records: all.reduce((sum, { report }) => sum + report.rowsLoaded, 0),
    dataVersion: (await records.versions.current()).version,
  };
};

/** Rejected rows that are shown; `rejected --out` writes all. */
const REJECTIONS = 200;

export const operatorRejections: OperatorHandler<'operatorRejections'> = async ({ services: { records }, params }) => {
  const { report } = await records.loads.mustBeVisible(params.load);
  const rejections = await records.loads.rejections(params.load, REJECTIONS);
  return { rejections, total: report.rowsRejected };
};

export const unloadLoad: OperatorHandler<'unloadLoad'> = async ({ services: { records, accounts }, params }) => {
  await records.publication.unload([params.load]);
  await accounts.audit.write({ event: 'LOAD_TAKEN_OUT', details: { load: params.load } });
  return { message: `Load ${params.load} is taken out. Its file stays in the archive.` };
};

const STATES: Record<'OPEN' | 'FAILED' | 'DONE', JobState[]> = {
  OPEN: ['WAITING', 'RUNNING', 'FAILED'],
  FAILED: ['FAILED'],
  DONE: ['DONE', 'CANCELLED'],
};

/** Jobs that are shown. */
const JOBS = 100;

export const operatorJobs: OperatorHandler<'operatorJobs'> = async ({ services, request }) => ({
  jobs: (await services.accounts.jobs.list({ states: STATES[request.list], limit: JOBS })).map(
    ({ id, kind, personId, state, tries, createdAt, error }) => ({
      ...{ job: id, kind, person: personId, state, tries, error },
      createdDate: createdAt.toISOString(),
    }),
  ),
});

export const retryJob: OperatorHandler<'retryJob'> = async ({ services: { accounts }, params }) => {
  return { message: await accounts.jobs.tryAnew(params.job) };
};

export const cancelJob: OperatorHandler<'cancelJob'> = async ({ services: { accounts }, params }) => {
  return { message: await accounts.jobs.end(params.job) };
};

export const operatorAudit: OperatorHandler<'operatorAudit'> = async ({ services, request }) => {
  const { entries, total } = await services.accounts.audit.page(requestedPage(request), request);
  return {
    entries: entries.map((entry) => ({ ...presentEntry(entry), person: entry.subjectId, email: entry.email })),
    total,
  };
};

/** What the doctor finds. It reads no file of the records: that takes long, and is the command's. */
export const operatorHealth: OperatorHandler<'operatorHealth'> = async ({ services, config }) => {
  const { to, bucket } = config.backups;
  const findings = await examine(config, services);
  const waits = services.lately.waits();
  if (to === undefined) return { findings, waits, backups: null };
  const repository = openRepository(to, config.dataFolder, bucket);
  const open = await services.accounts.jobs.list({ states: ['WAITING', 'RUNNING'], kind: BACKUP_JOB, limit: 1 });
  const times = await backupsIn(repository).catch(() => []);
  return {
    findings,
    waits,
    backups: { where: repository.where, times: times.toReversed(), underWay: open.length > 0 },
  };
};

export const backUpNow: OperatorHandler<'backUpNow'> = async ({ services, config }) => {
  if (config.backups.to === undefined) throw new OperatorError('Set BACKUP_TO: it says where backups go.');
  const minute = new Date().toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
  await services.accounts.jobs.enqueue({ key: `${BACKUP_JOB} asked ${minute}`, kind: BACKUP_JOB });
  return { message: 'The backup has been begun. It stands in the list when it is whole.' };
};
