import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createClient,
  LIMITS,
  type RequestOf,
  SCHEDULED_FILE_ENDPOINTS,
  type ScheduledFile,
} from '@tidewaiter/contract';
import { CLIENT_OPTIONS, withinSession } from '../../../session/client.js';

const client = withinSession(createClient<typeof SCHEDULED_FILE_ENDPOINTS>(CLIENT_OPTIONS, SCHEDULED_FILE_ENDPOINTS));

const FILES = 'scheduled-files';

type Asked<Name extends keyof typeof SCHEDULED_FILE_ENDPOINTS> = RequestOf<(typeof SCHEDULED_FILE_ENDPOINTS)[Name]>;

/** While a file is on its way, it is looked at again after so many milliseconds; for so long once one was asked for, too. */
const LOOKED_AGAIN_MS = 2_000;
const LOOKED_FOR_MS = 60_000;

/** A file is being made, or is on its way to where it goes. */
const isUnderWay = ({ latest, destinationId }: ScheduledFile) =>
  latest?.state === 'WAITING' ||
  latest?.state === 'MAKING' ||
  (latest?.state === 'READY' && destinationId !== null && latest.sentDate === null && latest.sendProblem === null);

/**
 * A page of the person's scheduled files.
 *
 * @param askedAt when one was asked for; 0 for none
 */
export const scheduledFilesOf = (page: number, askedAt: number) =>
  queryOptions({
    queryKey: [FILES, 'list', page],
    queryFn: ({ signal }) => client.scheduledFiles({ pageNumber: page, numberOfRecords: LIMITS.pageSize }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      Date.now() - askedAt < LOOKED_FOR_MS || data?.files.some(isUnderWay) ? LOOKED_AGAIN_MS : false,
  });

export const destinations = queryOptions({
  queryKey: [FILES, 'destinations'],
  queryFn: ({ signal }) => client.destinations({}, { signal }).then(({ destinations }) => destinations),
});

function useActs<Said, Answer>(act: (said: Said) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [FILES] }),
  });
}

export type NewFile = Asked<'createScheduledFile'>;
export type NewDestination = Asked<'createDestination'>;

export const useCreateFile = () => useActs((said: NewFile) => client.createScheduledFile(said));
export const useChangeFile = () => useActs((said: Asked<'changeScheduledFile'>) => client.changeScheduledFile(said));
export const useMakeFile = () => useActs((fileId: string) => client.makeScheduledFile({ fileId }));
export const useRemoveFile = () => useActs((fileId: string) => client.removeScheduledFile({ fileId }));
export const useCreateDestination = () => useActs((said: NewDestination) => client.createDestination(said));
export const useTestDestination = () => useActs((destinationId: string) => client.testDestination({ destinationId }));
export const useRemoveDestination = () =>
  useActs((destinationId: string) => client.removeDestination({ destinationId }));
