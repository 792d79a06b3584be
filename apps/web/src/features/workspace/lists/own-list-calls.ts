import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { LIMITS, OWN_LIST_LIMITS, type OwnList, type OwnListKind, type Sureness } from '@tidewaiter/contract';
import { LISTS, listCalls } from '../../../search/api/own-lists.js';
import { saveFile } from '../../../ui/save-file.js';
import { csvOf } from '../../../ui/table-file.js';
import { CHOSEN_COLUMN, surenessOf } from './list-words.js';

export interface EntriesAsked {
  listId: string;
  sureness: Sureness | undefined;
  contains: string;
  page: number;
}

/** @param at what the list had come to: its entries are others then */
export const ownListEntries = ({ listId, sureness, contains, page }: EntriesAsked, at: string) =>
  queryOptions({
    queryKey: [LISTS, listId, sureness, contains, page, at],
    queryFn: ({ signal }) =>
      listCalls.ownListEntries(
        {
          ...{ listId, contains, pageNumber: page, numberOfRecords: LIMITS.pageSize },
          ...(sureness !== undefined && { sureness }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

function useRefreshLists() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: [LISTS] });
}

/** What is sent of a file. */
export interface ListToSend {
  name: string;
  kind: OwnListKind;
  columns: string[];
  valueColumn: number;
  countryColumn: number | null;
  numberColumn: number | null;
  chosenColumn: number | null;
  rows: readonly string[][];
}

/** Letters of rows that are sent at once: far below what a call may have. */
const PART_LETTERS = 500_000;

/** Rows from one on, as many as are sent at once. */
function partOf(rows: readonly string[][], from: number): string[][] {
  const part: string[][] = [];
  let letters = 0;
  for (const row of rows.slice(from, from + OWN_LIST_LIMITS.partRows)) {
    letters += row.reduce((sum, cell) => sum + cell.length, 0);
    if (part.length > 0 && letters > PART_LETTERS) break;
    part.push(row);
  }
  return part;
}

/** @param onSent is told how many rows are there */
export function useSendList(onSent: (rows: number) => void) {
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn: async ({ rows, ...begun }: ListToSend) => {
      const { listId } = await listCalls.createOwnList({ ...begun, rows: rows.length });
      try {
        for (let from = 0; from < rows.length; ) {
          const { received } = await listCalls.sendOwnListRows({ listId, from, rows: partOf(rows, from) });
          from = received;
          onSent(received);
        }
      } catch (error) {
        // A part of a list is none.
        await listCalls.removeOwnList({ listId }).catch(() => {});
        throw error;
      }
      return listId;
    },
    onSettled: refresh,
  });
}

export function useDecide(listId: string) {
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn: (said: { decisions?: { entry: string; chosen: string | null }[]; allProbable?: boolean }) =>
      listCalls.decideOwnList({ listId, ...said }),
    onSettled: refresh,
  });
}

export function useMatchAgain() {
  const refresh = useRefreshLists();
  return useMutation({ mutationFn: (listId: string) => listCalls.matchOwnList({ listId }), onSettled: refresh });
}

/** Which saved searches name a list, as they are at this moment. */
export const ownListUses = (listId: string) =>
  queryOptions({
    queryKey: [LISTS, listId, 'uses'],
    queryFn: ({ signal }) => listCalls.ownListUses({ listId }, { signal }),
    staleTime: 0,
  });

export function useRenameList() {
  const refresh = useRefreshLists();
  return useMutation({
    mutationFn: (renamed: { listId: string; name: string }) => listCalls.renameOwnList(renamed),
    onSettled: refresh,
  });
}

export function useRemoveList() {
  const refresh = useRefreshLists();
  return useMutation({ mutationFn: (listId: string) => listCalls.removeOwnList({ listId }), onSettled: refresh });
}

const ROWS_AT_ONCE = 200;

/** Hands a list to the browser as a file: its own columns, and what each row was found to be. */
export function useTakeList() {
  return useMutation({
    mutationFn: async (list: OwnList) => {
      const { listId, name, received } = list;
      const rows: string[][] = [];
      let head: string[] = [];
      for (let page = 0; page * ROWS_AT_ONCE < received; page += 1) {
        const part = await listCalls.ownListRows({ listId, pageNumber: page, numberOfRecords: ROWS_AT_ONCE });
        head = part.columns;
        for (const { cells, chosen, sureness } of part.rows)
          rows.push([...cells, chosen ?? '', surenessOf(sureness, list)]);
      }
      const file = csvOf({ name, notes: [], head: [...head, CHOSEN_COLUMN, 'How sure'], rows });
      saveFile(new Blob([file.replace('\n', '')], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
    },
  });
}
