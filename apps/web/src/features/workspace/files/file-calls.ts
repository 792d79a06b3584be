import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createClient, LIMITS, type RequestOf, SCHEDULED_FILE_ENDPOINTS } from '@tidewaiter/contract';
import { CLIENT_OPTIONS, withinSession } from '../../../session/client.js';

const client = withinSession(createClient<typeof SCHEDULED_FILE_ENDPOINTS>(CLIENT_OPTIONS, SCHEDULED_FILE_ENDPOINTS));

const FILES = 'scheduled-files';

type Asked<Name extends keyof typeof SCHEDULED_FILE_ENDPOINTS> = RequestOf<(typeof SCHEDULED_FILE_ENDPOINTS)[Name]>;

/** While a file is on its way, it is looked at again after so many milliseconds. */
const LOOKED_AGAIN_MS = 3_000;

/** A page of the person's scheduled files. */
export const scheduledFilesOf = (page: number) =>
  queryOptions({
    queryKey: [FILES, 'list', page],
    queryFn: ({ signal }) => client.scheduledFiles({ pageNumber: page, numberOfRecords: LIMITS.pageSize }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.files.some(({ latest }) => latest?.state === 'WAITING' || latest?.state === 'MAKING')
        ? LOOKED_AGAIN_MS
        : false,
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
