import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { displayTime } from '../../format/dates.js';
import { formatCount } from '../../format/numbers.js';
import { ActionButton } from '../../ui/action-button.js';
import { Badge } from '../../ui/badge.js';
import { ColumnTable } from '../../ui/column-table.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { Notice } from '../../ui/notice.js';
import { Listed } from './listed.js';
import { jobsOf, useAct } from './operator-calls.js';
import { operatorClient } from './operator-client.js';
import { eventInWords } from './words.js';

const LISTS = { OPEN: 'Not ended', FAILED: 'Failed', DONE: 'Ended' } as const;

const NONE = {
  OPEN: 'Nothing is under way or waits.',
  FAILED: 'No job has failed.',
  DONE: 'No job has ended yet.',
} as const;

type List = keyof typeof LISTS;

/** What can be done with a job, and what that is called. */
const ACTS = {
  OPEN: [['cancel', 'Cancel']],
  FAILED: [
    ['retry', 'Retry'],
    ['cancel', 'Drop'],
  ],
} as const;

/** What is done in the background. */
export function JobsPart() {
  const [list, setList] = useState<List>('OPEN');
  const found = useQuery(jobsOf(list));
  const act = useAct(({ job, how }: { job: number; how: 'retry' | 'cancel' }) =>
    how === 'retry'
      ? operatorClient.retryJob({}, { params: { job } })
      : operatorClient.cancelJob({}, { params: { job } }),
  );
  return (
    <div className="stack gap-16">
      <div className="wrap spread items-end gap-8-16">
        <SegmentedControl
          aria-label="Which jobs"
          value={list}
          onChange={(value) => setList((Object.keys(LISTS) as List[]).find((one) => one === value) ?? 'OPEN')}
          data={Object.entries(LISTS).map(([value, label]) => ({ value, label }))}
        />
      </div>
      {act.isSuccess && <Notice kind="done">{act.data.message}</Notice>}
      {act.isError && <Notice kind="wrong">{act.error.message}</Notice>}
      <Listed found={found}>
        {(jobs) =>
          jobs.length === 0 ? (
            <NothingHere says={NONE[list]} />
          ) : (
            <ColumnTable
              label="Jobs"
              rows={jobs}
              keyOf={({ job }) => job}
              columns={[
                { name: 'Job', isHead: true, isNumber: true, cell: ({ job }) => job },
                { name: 'Kind', cell: ({ kind }) => kind },
                { name: 'Person', isNumber: true, isWide: true, cell: ({ person }) => person ?? '' },
                { name: 'State', cell: ({ state }) => <Badge mind={state === 'FAILED'}>{eventInWords(state)}</Badge> },
                { name: 'Tries', isNumber: true, cell: ({ tries }) => formatCount(tries) },
                { name: 'Entered', isWide: true, cell: ({ createdDate }) => displayTime(createdDate) },
                {
                  name: 'Error',
                  isWide: true,
                  look: () => ({ className: 'anywhere' }),
                  cell: ({ error }) => error ?? '',
                },
                {
                  name: 'Change',
                  cell: ({ job, state }) =>
                    state !== 'DONE' &&
                    state !== 'CANCELLED' &&
                    ACTS[state === 'FAILED' ? 'FAILED' : 'OPEN'].map(([how, says]) => (
                      <ActionButton
                        key={how}
                        variant="default"
                        size="xs"
                        aria-label={`${says} job ${job}`}
                        busy={act.isPending && act.variables.job === job && act.variables.how === how}
                        onClick={() => act.mutate({ job, how })}
                      >
                        {says}
                      </ActionButton>
                    )),
                },
              ]}
            />
          )
        }
      </Listed>
    </div>
  );
}
