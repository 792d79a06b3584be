/** Looks for the entries of a list among the records that its account may see. */
import {
  type Accounts,
  type FoundEntry,
  OWN_LIST_JOB,
  type OwnList,
  type OwnListEntry,
  type OwnListPayload,
  type RunningJob,
} from '@tidewaiter/accounts';
import { countryCalled, numbersOfCell } from '@tidewaiter/contract';
import { EVERYTHING_LOADED, type Question, type Records } from '@tidewaiter/records';
import { askerOf } from '../work/asker.js';

/** Entries that are looked for at once. */
const AT_ONCE = 2000;

/** Candidates of an entry that are kept. */
const CANDIDATES = 5;

type Found = Pick<FoundEntry, 'sureness' | 'candidates'>;

const UNKNOWN: Found = { sureness: 'NONE', candidates: [] };

type Everything = Question<typeof EVERYTHING_LOADED>;

/** What lists are looked for in, and kept in. */
interface ListStores {
  accounts: Accounts;
  records: Records;
}

export function handleOwnLists(services: ListStores): void {
  const {
    jobs,
    lists: { work: ownListWork },
  } = services.accounts;
  jobs.handle<OwnListPayload>(OWN_LIST_JOB, {
    onePerAccount: true,
    work: (job) => look(services, job),
    onRolledBack: (job, _error, transaction) => ownListWork.ended(job.payload as OwnListPayload, 'FAILED', transaction),
  });
}

async function look({ accounts, records }: ListStores, job: RunningJob<OwnListPayload>): Promise<void> {
  const { work: ownListWork } = accounts.lists;
  const list = await ownListWork.ofJob(job.payload);
  const user = job.owner && (await accounts.people.users.findById(job.owner.personId));
  // It was removed, or is looked for anew.
  if (!list || !user) return;
  const access = await accounts.plans.subscriptions.dataAccess(user);
  const asker = askerOf(user);
  const everything = await records.ask(EVERYTHING_LOADED, access, { signal: job.signal, asker });
  for (;;) {
    const waiting = await ownListWork.waiting(list.id, AT_ONCE);
    if (waiting.length === 0) break;
    const { looked, entries } = await ownListWork.note(job, await found(list, waiting, everything));
    job.progress(looked, entries);
  }
  await ownListWork.ended(job.payload, 'READY');
}

/** What entries were found to be: what was chosen for one before is taken where it is found, too. */
async function found(list: OwnList, entries: readonly OwnListEntry[], everything: Everything): Promise<FoundEntry[]> {
  const values = await lookedFor(list, entries, everything);
  const chosenBefore = entries.filter(({ before }) => before !== null);
  const before = await lookedFor(
    list,
    chosenBefore.map(({ before }) => ({ value: before ?? '', country: null, number: null })),
    everything,
  );
  const taken = new Map(chosenBefore.map(({ key }, at) => [key, before[at]]));
  return entries.map(({ key }, at) => {
    const earlier = taken.get(key);
    const { sureness, candidates } = (earlier?.sureness === 'SURE' ? earlier : values[at]) ?? UNKNOWN;
    const [first] = candidates;
    const chosen = sureness === 'SURE' && first ? first.name : null;
    return { key, sureness, candidates: candidates.slice(0, CANDIDATES), chosen };
  });
}

async function lookedFor(
  { kind, columns, numberColumn }: OwnList,
  asked: readonly Pick<OwnListEntry, 'value' | 'country' | 'number'>[],
  everything: Everything,
): Promise<Found[]> {
  const values = asked.map(({ value }) => value);
  if (values.length === 0) return [];
  if (kind === 'HS_CODE') return everything.listedCodes(values);
  if (kind === 'RECORD') return everything.listedRecords(values);
  const named = await everything.matchNames(
    asked.map(({ value, country, number }, row) => ({
      ...{ row, name: value, country: country === null ? undefined : countryCalled(country)?.shortcode },
      numbers: number === null ? [] : numbersOfCell(columns[numberColumn ?? 0] ?? '', number),
    })),
  );
  return named.map(({ sureness, candidates }) => ({
    sureness,
    candidates: candidates.map(({ name, records, why, score }) => ({ name, about: '', records, why: [...why], score })),
  }));
}
