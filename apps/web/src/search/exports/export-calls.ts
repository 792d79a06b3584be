import { type Query, type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ExportView, LIMITS } from '@tidewaiter/contract';
import { client } from '../../session/client.js';

/** Prefix of every list of exports. */
export const EXPORTS_KEY = 'exports';

/** Often enough for a bar that moves. */
const POLL_MS = 1000;

const openKey = (userId: number) => [EXPORTS_KEY, 'open', userId];

/** The person's exports that wait or are being made. They are asked for each second as long as there is one. */
export function openExports(userId: number) {
  return queryOptions({
    queryKey: openKey(userId),
    queryFn: async ({ signal }): Promise<ExportView[]> => {
      const request = { userId, open: 'Y' as const, numberOfRecords: LIMITS.openExports };
      return (await client.exportList(request, { signal })).exportList;
    },
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > 0 ? POLL_MS : false),
  });
}

/** The screens on which exports were started in this tab, by their ids. A file comes by itself to where it was asked for. */
export const startedOn = new Map<string, string>();

/** Shows an export as open from now on, whether or not the portal's list has been asked since it began. */
export async function showAsOpen(queryClient: QueryClient, userId: number, made: ExportView): Promise<void> {
  const queryKey = openKey(userId);
  // A list that was asked for before would be without it.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<ExportView[]>(queryKey, (before = []) => [
    made,
    ...before.filter(({ exportId }) => exportId !== made.exportId),
  ]);
}

/** True for what an export that has ended makes out of date: rows with their marks, and whatever was asked of new records only. */
export const tellsOwned = ({ queryKey }: Query) =>
  queryKey[0] === 'search' || queryKey.some((part) => Object(part).onlyNew === true);

/** How often the portal is asked for a file that it makes again: ten minutes. */
const TRIES = 600;

const aSecond = () => new Promise((resolve) => setTimeout(resolve, POLL_MS));

/**
 * Has the browser fetch the file of an export; where it must be made again first, as soon as it is there.
 *
 * @throws PortalError EXPORT_GONE when it is kept no longer
 */
export async function downloadExport(exportId: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { url } = await client.fetchExport({ exportId });
    if (url !== null) {
      const link = document.createElement('a');
      link.href = url;
      link.download = '';
      link.click();
      return;
    }
    await aSecond();
  }
}
