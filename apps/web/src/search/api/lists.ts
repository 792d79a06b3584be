import {
  DIMENSIONS,
  type Endpoints,
  type ListedDimension,
  type RequestOf,
  type ResponseOf,
} from '@tidewaiter/contract';
import { client } from '../../session/client.js';
import { createLane } from './lane.js';

/** It answers for one list: its items, and the sums around them. */
export type ListAnswer = NonNullable<ResponseOf<Endpoints['topLists']>['lists'][ListedDimension]>;

/** It says what a list is of, and which part of it is wanted. */
export type ListRequest = RequestOf<Endpoints['listImporters']> & { numberOfRecords: number };

/** These tops of one question's lists will be asked for together. */
interface Together {
  sizes: Partial<Record<ListedDimension, number>>;
  answer: Promise<ResponseOf<Endpoints['topLists']>['lists']>;
  wanted: number;
  abandoned: AbortController;
}

const gathering = new Map<string, Together>();

/** Begins to gather tops of a question: those that are asked for in the same moment are one call. */
function gather(key: string, question: RequestOf<Endpoints['listImporters']>): Together {
  const sizes: Together['sizes'] = {};
  const abandoned = new AbortController();
  const answer = new Promise((resolve) => setTimeout(resolve)).then(async () => {
    gathering.delete(key);
    return (await client.topLists({ ...question, lists: sizes }, { signal: abandoned.signal })).lists;
  });
  const together = { sizes, answer, wanted: 0, abandoned };
  gathering.set(key, together);
  return together;
}

async function askTop(name: ListedDimension, request: ListRequest, signal: AbortSignal): Promise<ListAnswer> {
  const { nameContains: _, pageNumber: __, numberOfRecords, ...question } = request;
  const key = JSON.stringify(question);
  const together = gathering.get(key) ?? gather(key, question);
  const { sizes, abandoned } = together;
  sizes[name] = Math.max(sizes[name] ?? 0, numberOfRecords);
  together.wanted += 1;
  signal.addEventListener('abort', () => {
    together.wanted -= 1;
    if (together.wanted === 0) abandoned.abort(signal.reason);
  });
  const found = (await together.answer)[name] as ListAnswer;
  return { ...found, items: found.items.slice(0, numberOfRecords) };
}

/**
 * A browser opens six connections to a portal. With the one for distinct values, two stay free for the records and their
 * count, which come first.
 */
export const inListLane = createLane(3);

/** Asks the call of one list: for a part beyond its top or narrowed by a text, and for who shows each list, or that it failed, by itself. */
export async function askOne(name: ListedDimension, request: ListRequest, signal: AbortSignal): Promise<ListAnswer> {
  const { call, list, item } = DIMENSIONS[name].list;
  const answer: Record<string, unknown> = await inListLane(signal, () => client[call](request, { signal }));
  const items = (answer[list] as Record<string, unknown>[]).map((one) => ({ ...one, name: one[item] }));
  return { ...answer, items } as ListAnswer;
}

/** Asks for a part of one list beside those that are asked for in the same moment. */
export const askList = (name: ListedDimension, request: ListRequest, signal: AbortSignal): Promise<ListAnswer> =>
  (request.nameContains || request.pageNumber ? askOne : askTop)(name, request, signal);
