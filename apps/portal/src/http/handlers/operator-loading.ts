import type { LoadDraft } from '@tidewaiter/accounts';
import {
  DRAFT_LIMITS,
  type DraftFound,
  type DraftQuestion,
  draftFound,
  type GivenAnswer,
  type ListedDraft,
  MESSAGES,
  OperatorError,
  optionOf,
} from '@tidewaiter/contract';
import { mappingOfFile, mustAnswer } from '@tidewaiter/loader';
import type { Services } from '../../app/services.js';
import { namedOnScreen } from '../../loading/saved-mappings.js';
import { sourceCards, sourceNamed } from '../../loading/source-cards.js';
import { addCountries, mustBeFetched, mustBeShown, usualSince } from '../../loading/update-source.js';
import type { OperatorHandler } from './handler.js';

/** States in which a job is under way, whose progress is told. */
const AT_WORK: ReadonlySet<string> = new Set(['LOOKING', 'LOADING']);

async function listed(
  { accounts, records }: Services,
  draft: Omit<LoadDraft, 'found' | 'answers'>,
): Promise<ListedDraft> {
  const { hiddenLoads } = await records.versions.current();
  const job = AT_WORK.has(draft.state) ? await accounts.loading.drafts.progressOf(draft) : undefined;
  return {
    draft: draft.id,
    ...{ file: draft.file, bytes: draft.bytes, received: draft.received, state: draft.state },
    ...{ revision: draft.revision, error: draft.error, load: draft.loadId },
    isTakenOut: draft.loadId !== null && hiddenLoads.includes(draft.loadId),
    progress: job ? { done: job.rowsDone, total: job.rowsTotal } : null,
    begunAt: draft.createdAt.toISOString(),
  };
}

const foundOf = (draft: LoadDraft): DraftFound | null => draftFound.nullable().parse(draft.found);

export const operatorDrafts: OperatorHandler<'operatorDrafts'> = async ({ services }) => {
  const drafts: ListedDraft[] = [];
  for (const draft of await services.accounts.loading.drafts.list()) drafts.push(await listed(services, draft));
  return { drafts };
};

export const beginDraft: OperatorHandler<'beginDraft'> = async ({ services, request }) => {
  const { source, ...file } = request;
  const answers = source === undefined ? [] : [await mappingOf(services, source, file.file)];
  const { drafts: loadDrafts } = services.accounts.loading;
  const draft = await loadDrafts.begin({ ...file, answers });
  // What of it is there already takes no more.
  await services.draftFiles.mustHaveRoom(draft.bytes - draft.received);
  const isThere = draft.state === 'OPEN' || draft.state === 'FAILED';
  if (answers.length === 0 || !isThere) return listed(services, draft);
  await loadDrafts.look(draft, { answers });
  return listed(services, await loadDrafts.get(draft.id));
};

/** How a file of a public source is read, as if it had been asked: many have no header to be known by. */
async function mappingOf(services: Services, name: string, file: string): Promise<GivenAnswer> {
  const source = await sourceNamed(name, services);
  mustBeShown(source);
  const mapping = mappingOfFile(source, file);
  if (mapping === undefined) {
    const names = source.files.flatMap((one) => one.names);
    throw new OperatorError([`Files of ${source.title}, are called ${names.join(', ')}.`, source.unpack].join(' '));
  }
  await addCountries(services, source);
  return { question: null, answer: `--mapping ${mapping}` };
}

export const sendDraftPart: OperatorHandler<'sendDraftPart'> = async ({ services, request, params }) => {
  const { drafts: loadDrafts } = services.accounts.loading;
  const draft = await loadDrafts.get(params.draft);
  if (!Buffer.isBuffer(request)) throw new OperatorError('A part of a file is sent as bytes.');
  // Whoever sends learns where to go on: after a line that broke, or beside somebody else who sends the same file.
  if (draft.state !== 'SENDING' || params.offset !== draft.received) return { received: draft.received };
  const upTo = draft.received + request.length;
  if (upTo > draft.bytes || request.length === 0)
    throw new OperatorError(`The file was said to have ${draft.bytes} bytes: choose it again.`);
  await services.draftFiles.write(draft, params.offset, request);
  if (!(await loadDrafts.received(draft, upTo))) return { received: (await loadDrafts.get(draft.id)).received };
  if (upTo === draft.bytes) await loadDrafts.look(draft);
  return { received: upTo };
};

export const operatorDraft: OperatorHandler<'operatorDraft'> = async ({ services, params }) => {
  const draft = await services.accounts.loading.drafts.get(params.draft);
  return {
    ...(await listed(services, draft)),
    found: foundOf(draft),
    answers: draft.answers as GivenAnswer[],
    name: draft.name,
  };
};

/** How a mapping may be called. */
const NAME = /^[a-z0-9-]+$/;

export const answerDraft: OperatorHandler<'answerDraft'> = async ({ services, request, params }) => {
  const { accounts, records } = services;
  const draft = await accounts.loading.drafts.get(params.draft);
  const { revision, answers, anew = false, name } = request;
  if (draft.revision !== revision) throw new OperatorError(MESSAGES.draftHasChanged);
  if (draft.state === 'SENDING') throw new OperatorError('It has not come whole yet: choose the file again to go on.');
  if (name !== undefined && !NAME.test(name))
    throw new OperatorError('A mapping is called by lower-case letters, digits and hyphens.');
  const sources = await records.countries.list();
  const found = foundOf(draft);
  const header = found?.understood?.columns.map((column) => column.header) ?? [];
  const named = namedOnScreen(accounts);
  for (const given of answers) {
    await mustFit(given, found?.questions ?? [], async (answer) => {
      const { option, text } = optionOf(answer);
      if (option === 'mapping') await named.mapping(text);
      else if (option === 'layout') await named.layout(text);
      else if (option === 'encoding') throw new OperatorError('Choose one of the encodings that fit it.');
      else mustAnswer(answer, header, sources);
    });
  }
  const before = anew ? [] : (draft.answers as GivenAnswer[]);
  const all = [...before.filter((one) => !answers.some((given) => isOfSame(one, given))), ...answers];
  if (all.length > DRAFT_LIMITS.answers) throw new OperatorError('There are too many answers. Begin anew.');
  await accounts.loading.drafts.look(draft, { answers: all, ...(name !== undefined && { name }) });
  return { message: anew && answers.length === 0 ? 'It is looked at anew.' : 'It is looked at again with that.' };
};

/** Whether two answers are about one column, or one question: the later one holds. */
function isOfSame(one: GivenAnswer, other: GivenAnswer): boolean {
  if (one.question !== null && one.question === other.question) return true;
  const subject = ({ answer }: GivenAnswer) => answer?.slice(0, answer.lastIndexOf('=')) ?? '';
  return subject(one) !== '' && subject(one) === subject(other);
}

/** @throws OperatorError for what is not asked, or is no answer */
async function mustFit(
  { question, answer }: GivenAnswer,
  questions: readonly DraftQuestion[],
  mustBeOne: (answer: string) => Promise<void>,
): Promise<void> {
  if (question === null) {
    if (answer === null || optionOf(answer).option !== 'set') throw new OperatorError(MESSAGES.noLongerAsked);
    return mustBeOne(answer);
  }
  const asked = questions.find(({ text }) => text === question);
  if (!asked) throw new OperatorError(MESSAGES.noLongerAsked);
  if (answer === null) {
    if (asked.mustBeAnswered) throw new OperatorError('Nothing is proposed here: choose an answer.');
    return;
  }
  const isOffered = asked.answers.some((one) => one.answer === answer) && !answer.includes(asked.blank ?? '\0');
  if (!isOffered) await mustBeOne(answer);
}

export const loadDraft: OperatorHandler<'loadDraft'> = async ({ services, request, params }) => {
  const draft = await services.accounts.loading.drafts.get(params.draft);
  const { revision, accept = false } = request;
  const totals = foundOf(draft)?.totals;
  if (draft.revision !== revision || draft.state !== 'OPEN') throw new OperatorError(MESSAGES.draftHasChanged);
  if (!totals) throw new OperatorError('It leaves something open: answer that first.');
  if (totals.sameAs !== null) throw new OperatorError(`It is loaded already, as load ${totals.sameAs}.`);
  if (totals.overlaps.length > 0) throw new OperatorError(totals.overlaps.join(' '));
  if (totals.rowsLoaded === 0) throw new OperatorError('No record would be made of it.');
  if (totals.doubts.length > 0 && !accept)
    throw new OperatorError('It looks wrong: say that it is right, or begin anew.');
  await services.accounts.loading.drafts.load(draft, accept);
  return { message: `${draft.file} is being loaded. Searches find its records once all of them are there.` };
};

export const discardDraft: OperatorHandler<'discardDraft'> = async ({ services, params }) => {
  await services.accounts.loading.drafts.discard(params.draft);
  await services.draftFiles.remove(params.draft);
  return { message: 'The file is removed.' };
};

export const operatorSources: OperatorHandler<'operatorSources'> = async ({ services }) => ({
  sources: await sourceCards(services),
});

export const followSource: OperatorHandler<'followSource'> = async ({ services, params }) => {
  const source = await sourceNamed(params.source, services);
  mustBeFetched(source);
  await services.accounts.loading.sources.follow(source.name, source.since ?? usualSince());
  return { message: `${source.title}: its files are fetched now, and looked for every ${source.everyDays} days.` };
};

export const leaveSource: OperatorHandler<'leaveSource'> = async ({ services, params }) => {
  const source = await sourceNamed(params.source, services);
  await services.accounts.loading.sources.leave(source.name);
  return { message: `${source.title}: no more files are fetched. What is loaded stays.` };
};

/** Lines of rejected rows that are sent at a time: of the widest files some megabytes. */
const LINES = 1000;

export const rejectedRows: OperatorHandler<'rejectedRows'> = async ({ services: { records }, request, params }) => {
  await records.loads.mustBeVisible(params.load);
  const { header } = await records.loads.originOf(params.load);
  const from = { after: request.after, lines: LINES };
  for await (const rows of records.loads.rejectedRows(params.load, from))
    return { header: [...header], rows: rows.map((row) => ({ ...row, cells: [...row.cells] })) };
  return { header: [...header], rows: [] };
};
