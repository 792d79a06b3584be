import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { createClient, REPORT_ENDPOINTS } from '@tidewaiter/contract';
import { CLIENT_OPTIONS, withinSession } from '../../session/client.js';

/** The calls of reports: who makes none does without them. */
export const reportCalls = withinSession(createClient<typeof REPORT_ENDPOINTS>(CLIENT_OPTIONS, REPORT_ENDPOINTS));

/** What every answer about reports is kept under. */
const REPORTS = 'reports';

/** The account's reports, and how many it may have. */
export const reportsOfAccount = queryOptions({
  queryKey: [REPORTS],
  queryFn: ({ signal }) => reportCalls.reportList({}, { signal }),
});

/** A report with its blocks. */
export const reportOf = (reportId: string) =>
  queryOptions({
    queryKey: [REPORTS, reportId],
    queryFn: ({ signal }) => reportCalls.report({ reportId }, { signal }),
  });

/** The report that a link shows to anybody. */
export const reportOfLink = (token: string) =>
  queryOptions({
    queryKey: ['shared-report', token],
    queryFn: ({ signal }) => reportCalls.sharedReport({ token }, { signal }),
  });

/** Has reports read anew once one was changed. */
export function useRefreshReports() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [REPORTS] });
}
