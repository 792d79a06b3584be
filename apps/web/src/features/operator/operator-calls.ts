import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Endpoints, PeopleList, RequestOf } from '@tidewaiter/contract';
import { operatorClient } from './operator-client.js';

/** All that the operator's screen reads begins with it, so that each act refreshes whatever is shown. */
export const OPERATOR_KEY = ['operator'] as const;

export const PAGE_SIZE = 20;

export const peoplePage = (list: PeopleList, sought: string, page: number) =>
  queryOptions({
    queryKey: [...OPERATOR_KEY, 'people', list, sought, page],
    queryFn: ({ signal }) =>
      operatorClient.operatorPeople({ list, sought, pageNumber: page, numberOfRecords: PAGE_SIZE }, { signal }),
    placeholderData: (before) => before,
  });

export const personOf = (person: number) =>
  queryOptions({
    queryKey: [...OPERATOR_KEY, 'person', person],
    queryFn: ({ signal }) => operatorClient.operatorPerson({}, { params: { person }, signal }),
  });

export const planNames = queryOptions({
  queryKey: [...OPERATOR_KEY, 'plans'],
  queryFn: async ({ signal }) => (await operatorClient.operatorPlans({}, { signal })).plans,
});

export const siteState = queryOptions({
  queryKey: [...OPERATOR_KEY, 'site'],
  queryFn: ({ signal }) => operatorClient.operatorSite({}, { signal }),
});

export const loadsPage = (page: number) =>
  queryOptions({
    queryKey: [...OPERATOR_KEY, 'loads', page],
    queryFn: ({ signal }) => operatorClient.operatorLoads({ pageNumber: page, numberOfRecords: PAGE_SIZE }, { signal }),
    placeholderData: (before) => before,
  });

export const rejectionsOf = (load: number) =>
  queryOptions({
    queryKey: [...OPERATOR_KEY, 'rejections', load],
    queryFn: ({ signal }) => operatorClient.operatorRejections({}, { params: { load }, signal }),
  });

export const proposals = queryOptions({
  queryKey: [...OPERATOR_KEY, 'proposals'],
  queryFn: async ({ signal }) => (await operatorClient.operatorProposals({}, { signal })).proposals,
});

export const jobsOf = (list: 'OPEN' | 'FAILED' | 'DONE') =>
  queryOptions({
    queryKey: [...OPERATOR_KEY, 'jobs', list],
    queryFn: async ({ signal }) => (await operatorClient.operatorJobs({ list }, { signal })).jobs,
  });

export type AskedEntries = Pick<RequestOf<Endpoints['operatorAudit']>, 'sought' | 'from' | 'to'>;

export const auditPage = (asked: AskedEntries, page: number, size = PAGE_SIZE) =>
  queryOptions({
    queryKey: [...OPERATOR_KEY, 'audit', asked, page, size],
    queryFn: ({ signal }) =>
      operatorClient.operatorAudit({ ...asked, pageNumber: page, numberOfRecords: size }, { signal }),
    placeholderData: (before) => before,
  });

export const health = queryOptions({
  queryKey: [...OPERATOR_KEY, 'health'],
  queryFn: ({ signal }) => operatorClient.operatorHealth({}, { signal }),
});

/** Does something, and reads anew what is shown. */
export function useAct<About = void>(act: (about: About) => Promise<{ message: string }>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: OPERATOR_KEY });
      await queryClient.invalidateQueries({ queryKey: ['notices'] });
    },
  });
}
