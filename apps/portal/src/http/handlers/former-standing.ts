/** Watches and scheduled files by their former names: each is a standing question, as `standing.ts` has it. */
import type { DeliveryWay } from '@tidewaiter/contract';
import { MESSAGES, PortalError, type ScheduledFile, savedQuery, USUAL_SIGNALS, type Watch } from '@tidewaiter/contract';
import { changeAs, followAs, invalid, viewOf } from '../../standing/following.js';
import { type Call, type Handler, requestedPage } from './handler.js';
import { changeDigest, digest, findings, markFindings } from './standing.js';

type Services = Call<'createWatch'>['services'];
type User = Call<'createWatch'>['caller']['user'];

/** How a watch told. */
const WATCH_WAYS: readonly DeliveryWay[] = ['BADGE', 'MAIL', 'WEBHOOK'];

/** What nobody said of one of these. */
const UNSAID = { timeZone: 'UTC', destinationId: null } as const;

export const createWatch: Handler<'createWatch'> = async ({ services, request, caller }) => {
  const { query, signals = [...USUAL_SIGNALS], ...said } = request;
  const own = query && savedQuery.parse(query);
  const told = { ...UNSAID, trigger: 'PUBLICATION' as const, deliveries: [...WATCH_WAYS] };
  return { watchId: await followAs(services, caller.user, { ...told, ...said, signals, query: own }) };
};

export const watches: Handler<'watches'> = async ({ services: { accounts }, request, caller: { user } }) => {
  const page = requestedPage(request);
  const { questions, total, held } = await accounts.following.questions.list(user, page, { deliveries: WATCH_WAYS });
  const plan = await accounts.plans.subscriptions.planInForce(user);
  const watches = questions.map((question): Watch => {
    const { questionId: watchId, isPaused: isMuted, ...shown } = viewOf(question);
    const { name, inWords, link, savedSearchId, signals, strictness, unread, problem, createdDate } = shown;
    return {
      ...{ watchId, name, inWords, link, savedSearchId, signals, strictness, isMuted, unread, problem, createdDate },
    };
  });
  return { watches, totalRecords: total, held, most: plan?.watches ?? 0 };
};

export const changeWatch: Handler<'changeWatch'> = async ({ services, request, caller }) => {
  const { watchId: questionId, isMuted: isPaused, ...change } = request;
  await changeAs(services, caller.user, { ...change, questionId, isPaused });
  return { message: MESSAGES.questionChanged };
};

export const removeWatch: Handler<'removeWatch'> = async ({ services: { accounts }, request, caller }) => {
  await accounts.following.questions.remove(caller.user, request.watchId);
  return { message: MESSAGES.itemRemoved };
};

export const watchFindings: Handler<'watchFindings'> = async ({ request: { watchId, ...asked }, ...call }) => {
  const { findings: found, ...counts } = await findings({ ...call, request: { ...asked, questionId: watchId } });
  const named = found.map(({ questionId: watchId, questionName: watchName, ...one }) => ({
    ...one,
    watchId,
    watchName,
  }));
  return { findings: named, ...counts };
};

export const markWatchFindings: Handler<'markWatchFindings'> = (call) => markFindings({ ...call });
export const watchMail: Handler<'watchMail'> = (call) => digest({ ...call });
export const changeWatchMail: Handler<'changeWatchMail'> = (call) => changeDigest({ ...call });

export const createScheduledFile: Handler<'createScheduledFile'> = async ({ services, request, caller: { user } }) => {
  const { watchId, rhythm, name, timeZone, destinationId, savedSearchId, ...file } = request;
  const watch = watchId === undefined ? undefined : await services.accounts.following.questions.find(user, watchId);
  if (watch && !watch.query) throw new PortalError('REMOVED_MEANWHILE');
  if (watch?.file === null && rhythm === 'WATCH') {
    const deliveries: DeliveryWay[] = [...watch.deliveries, 'FILE'];
    await changeAs(services, user, { questionId: watch.id, deliveries, destinationId, file });
    return { fileId: watch.id };
  }
  const asked = {
    ...{ name, timeZone, destinationId, file, deliveries: ['FILE' as const] },
    ...{ savedSearchId: savedSearchId ?? watch?.savedSearchId ?? undefined, query: watch?.query ?? undefined },
    ...{ signals: rhythm === 'WATCH' && watch ? watch.signals : [], strictness: watch?.strictness ?? 'USUAL' },
  };
  const trigger = rhythm === 'WATCH' ? 'PUBLICATION' : rhythm;
  return { fileId: await followAs(services, user, { ...asked, trigger }) };
};

export const scheduledFiles: Handler<'scheduledFiles'> = async ({ services: { accounts }, request, caller }) => {
  const page = requestedPage(request);
  const { questions, total } = await accounts.following.questions.list(caller.user, page, { deliveries: ['FILE'] });
  const files = questions.flatMap((question): ScheduledFile[] => {
    const { questionId: fileId, file, trigger, deliveries, ...shown } = viewOf(question);
    const { name, timeZone, destinationId, savedSearchId, inWords, isPaused, nextDate, problem } = shown;
    const rhythm = trigger === 'PUBLICATION' ? 'WATCH' : trigger;
    const of = { fileId, rhythm, watchId: deliveries.length > 1 ? fileId : null, savedSearchId } as const;
    const rest = { name, timeZone, destinationId, inWords, isPaused, nextDate, problem };
    return file ? [{ ...of, ...file, ...rest }] : [];
  });
  return { files, totalRecords: total };
};

/** @throws PortalError NOT_YOURS where it has no file, either */
async function findFile({ accounts }: Services, user: User, id: string) {
  const question = await accounts.following.questions.find(user, id);
  if (question.file === null) throw new PortalError('NOT_YOURS');
  return question;
}

export const changeScheduledFile: Handler<'changeScheduledFile'> = async ({ services, request, caller }) => {
  const { fileId: questionId, rhythm, name, timeZone, isPaused, destinationId, ...file } = request;
  const { trigger, deliveries } = await findFile(services, caller.user, questionId);
  if (rhythm === 'WATCH' && trigger !== 'PUBLICATION') throw invalid('rhythm', MESSAGES.fileNeedsWatch);
  // What else its question tells goes on as it was.
  if (rhythm !== undefined && rhythm !== 'WATCH' && deliveries.length > 1)
    throw invalid('rhythm', MESSAGES.fileOfWatch);
  const when = rhythm === 'WATCH' ? undefined : rhythm;
  const change = { questionId, trigger: when, name, timeZone, isPaused, destinationId, file };
  await changeAs(services, caller.user, change);
  return { message: MESSAGES.questionChanged };
};

export const makeScheduledFile: Handler<'makeScheduledFile'> = async ({ services, request, caller }) => {
  await services.accounts.following.questions.makeFileNow(caller.user, request.fileId);
  return { message: MESSAGES.fileAsked };
};

export const removeScheduledFile: Handler<'removeScheduledFile'> = async ({ services, request, caller: { user } }) => {
  const { id, deliveries } = await findFile(services, user, request.fileId);
  const left = deliveries.filter((way) => way !== 'FILE');
  if (left.length === 0) await services.accounts.following.questions.remove(user, id);
  else
    await services.accounts.following.questions.change(user, id, { deliveries: left, file: null, destinationId: null });
  return { message: MESSAGES.itemRemoved };
};
