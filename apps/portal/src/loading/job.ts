import { basename, dirname } from 'node:path';
import { DRAFT_JOB, type DraftPayload, FinalFailure, type LoadDraft, type RunningJob } from '@tidewaiter/accounts';
import { DAY_MS, DRAFT_LIMITS, type DraftFound, OperatorError } from '@tidewaiter/contract';
import { Loader, type LoadOutcome, parseMapping, tablesIn, UnresolvedMapping } from '@tidewaiter/loader';
import { AnotherChange } from '@tidewaiter/records';
import type { LoadingStores } from './draft-files.js';
import { foundOpen, foundTables, foundWhole } from './draft-found.js';
import { requestOf } from './draft-request.js';
import { saveMapping } from './saved-mappings.js';
import { warningsOf } from './source-cards.js';

/** Waits between tries, in milliseconds: the records may be changed by somebody else for a while. */
const RETRY_AFTER_MS = [2_000, 5_000, 15_000, 30_000, 60_000, 120_000, 300_000];

/** Whose mapping is saved once a load has confirmed it: those that ship need no copy. */
const SAVED_ORIGINS: ReadonlySet<string> = new Set(['understood', 'learned']);

/** Reads the files that operators have sent: to see what they are, or to load them. One at a time, since the records are changed by one. */
export function handleDrafts(services: LoadingStores): void {
  const {
    jobs,
    loading: { drafts: loadDrafts },
  } = services.accounts;
  jobs.handle<DraftPayload>(DRAFT_JOB, {
    retryAfterMs: RETRY_AFTER_MS,
    work: (job) => work(services, job),
    async onRolledBack(job, error, transaction) {
      const why = error instanceof OperatorError || error instanceof FinalFailure ? error.message : undefined;
      const said = why ?? 'It could not be read: the log of the portal says why. Look at it again, or discard it.';
      await loadDrafts.ended(job.payload as DraftPayload, { state: 'FAILED', error: [said] }, transaction);
    },
  });
}

/** Removes the files that nobody has touched for long. */
export async function forgetOldDrafts({ accounts, draftFiles }: LoadingStores): Promise<void> {
  const gone = await accounts.loading.drafts.expire(new Date(Date.now() - DRAFT_LIMITS.days * DAY_MS));
  for (const id of gone) await draftFiles.remove(id);
}

async function work(services: LoadingStores, job: RunningJob<DraftPayload>): Promise<void> {
  const { drafts: loadDrafts } = services.accounts.loading;
  const { payload } = job;
  const draft = await loadDrafts.get(payload.draft).catch(() => undefined);
  // It was discarded, or something else was said of it meanwhile, of which there is a job too.
  if (!draft || draft.revision !== payload.revision) return;
  try {
    if (!(await services.draftFiles.isWhole(draft)))
      throw new FinalFailure(
        `${draft.file} is not on this machine. Several portals need a folder that they share: UPLOAD_DIR.`,
      );
    if (draft.state === 'LOOKING') await look(services, draft, job);
    else await load(services, draft, job);
  } catch (error) {
    // What a stop of the portal has ended goes on when it runs again.
    if (!(error instanceof OperatorError) || error instanceof AnotherChange || job.signal.aborted) throw error;
    await loadDrafts.ended(payload, { state: 'FAILED', error: wordsOf(error, services.draftFiles.pathOf(draft)) });
  }
}

/** What the loader says of a path is said of the file. */
function wordsOf({ message, details }: OperatorError, path: string): string[] {
  const isCommand = (text: string) => /^to .*npx tidewaiter /.test(text);
  return [message, ...details.filter((text) => !isCommand(text))].map((text) =>
    text.replaceAll(path, basename(path)).replaceAll(dirname(path), ''),
  );
}

async function look(services: LoadingStores, draft: LoadDraft, job: RunningJob<DraftPayload>): Promise<void> {
  const { accounts } = services;
  const found = await lookAt(services, draft, job);
  await accounts.loading.drafts.ended(job.payload, { state: 'OPEN', found });
}

async function lookAt(services: LoadingStores, draft: LoadDraft, job: RunningJob<DraftPayload>): Promise<DraftFound> {
  const { records, draftFiles, accounts } = services;
  const path = draftFiles.pathOf(draft);
  const request = await requestOf(accounts, draft, path);
  if (request.files[0]?.member === undefined) {
    const tables = await tablesIn(path);
    if (tables.length > 1) return foundTables(tables);
  }
  try {
    const [outcome] = await run(services, draft, job, { ...request, dryRun: true, preview: true });
    if (!outcome) throw new Error('a file was looked at, and nothing came of it');
    const there = await records.loads.list();
    const found = foundWhole(outcome, there);
    const { file } = outcome;
    const country = found.understood?.country?.value ?? '';
    found.totals?.doubts.push(...(await warningsOf([{ country, file }], there)));
    return found;
  } catch (error) {
    if (!(error instanceof UnresolvedMapping) || !error.preview) throw error;
    return foundOpen(error.understood, error.preview);
  }
}

async function load(services: LoadingStores, draft: LoadDraft, job: RunningJob<DraftPayload>): Promise<void> {
  const { accounts, records, draftFiles } = services;
  const { understood = null } = (draft.found as DraftFound | null) ?? {};
  const request = await requestOf(accounts, draft, draftFiles.pathOf(draft));
  const [outcome] = await run(services, draft, job, { ...request, accept: job.payload.accept });
  // A try before this one may have loaded it, and have ended before it could say so.
  const loadId = outcome?.loadId ?? outcome?.sameAs ?? null;
  if (!outcome || loadId === null) throw new Error('a file was loaded, and nothing came of it');
  if (understood && SAVED_ORIGINS.has(understood.origin)) {
    const { mapping } = await records.loads.originOf(loadId);
    await saveMapping(accounts, parseMapping(mapping, `of load ${loadId}`), `${draft.file}, load ${loadId}`);
  }
  const found = foundWhole(outcome, await records.loads.list(), understood);
  await accounts.loading.drafts.ended(job.payload, { state: 'LOADED', loadId, found });
  await draftFiles.remove(draft.id);
}

function run(
  { records }: LoadingStores,
  draft: LoadDraft,
  job: RunningJob<DraftPayload>,
  request: Parameters<Loader['load']>[0],
): Promise<LoadOutcome[]> {
  // Whoever discards it ends the job by this.
  return new Loader(records).load(request, ({ bytes }) => job.progress(bytes ?? draft.bytes, draft.bytes));
}
