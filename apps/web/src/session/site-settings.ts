import { queryOptions } from '@tanstack/react-query';
import { client } from './client.js';

/** The site's maintenance: whether it is on, and its message. */
export const siteSettings = queryOptions({
  queryKey: ['site-settings'],
  queryFn: async ({ signal }) => {
    const { settingsList } = await client.siteSettings({}, { signal });
    const settings = settingsList[0];
    return { inMaintenance: settings?.isMaintanance === 'Y', message: settings?.siteMessage ?? '' };
  },
  staleTime: 0,
});
