import { SOURCE_JOB, type SourcePayload } from '@tidewaiter/accounts';
import type { LoadingStores } from './draft-files.js';
import { sourceNamed } from './source-cards.js';
import { type Bringing, updateSource } from './update-source.js';

/** Waits between tries, in milliseconds: the records may be changed by somebody else for an hour. */
const RETRY_AFTER_MS = [15_000, 60_000, 300_000, 1_200_000, 3_600_000];

/** Looks for new files of the sources that operators follow, each when its time has come; where one fails, that is noted and the others go on. */
export function handleSources(stores: Pick<LoadingStores, 'records' | 'accounts'>, config: Bringing['config']): void {
  const { jobs, loading } = stores.accounts;
  jobs.handle<SourcePayload>(SOURCE_JOB, {
    retryAfterMs: RETRY_AFTER_MS,
    async work(job) {
      const { name } = job.payload;
      const source = await sourceNamed(name, stores);
      // It may be followed no longer.
      if (source.since === null) return;
      const bringing = {
        ...{ stores, config, signal: job.signal },
        progress: (_: string, done = 0, total?: number) => job.progress(done, total),
      };
      await updateSource(bringing, source, { since: source.since });
    },
    async onRolledBack({ payload }, error, transaction) {
      const why = `It could not be looked for: ${error instanceof Error ? error.message : error}`;
      const news = { at: new Date().toISOString(), files: [], same: 0, gone: [], failed: [why] };
      await loading.sources.note((payload as SourcePayload).name, news, 1, transaction);
    },
  });
}
