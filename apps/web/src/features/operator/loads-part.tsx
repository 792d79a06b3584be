import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { displayDate, type OperatedLoad } from '@tidewaiter/contract';
import { useState } from 'react';
import { displayTime } from '../../format/dates.js';
import { formatCount } from '../../format/numbers.js';
import { ActionButton } from '../../ui/action-button.js';
import { ColumnTable } from '../../ui/column-table.js';
import { ListPages } from '../../ui/list-pages.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { Notice } from '../../ui/notice.js';
import { TitledModal } from '../../ui/titled-modal.js';
import { Listed } from './listed.js';
import { loadsPage, PAGE_SIZE, rejectionsOf, useAct } from './operator-calls.js';
import { operatorClient } from './operator-client.js';
import { RejectedFile, RejectedRows } from './rejected-rows.js';

/** What is loaded, what of it was rejected, and the way to take it out. */
export function LoadsPart() {
  const [page, setPage] = useState(0);
  const [rejected, setRejected] = useState<OperatedLoad | null>(null);
  const [out, setOut] = useState<OperatedLoad | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const found = useQuery(loadsPage(page));
  return (
    <div className="stack gap-16">
      {done !== null && <Notice kind="done">{done}</Notice>}
      <Listed found={found}>
        {({ loads, total, records, dataVersion }) =>
          total === 0 ? (
            <NothingHere says="Nothing is loaded yet.">{toFiles}</NothingHere>
          ) : (
            <>
              <div className="wrap spread gap-8-16">
                <p className="soft">
                  {`${formatCount(records)} records in ${formatCount(total)} loads, data version ${dataVersion}. `}
                  <Link to="/coverage">What each country has</Link>
                </p>
                {toFiles}
              </div>
              <ColumnTable
                label="Loads"
                rows={loads}
                keyOf={({ load }) => load}
                columns={[
                  { name: 'Load', isHead: true, isNumber: true, cell: ({ load }) => load },
                  {
                    name: 'File',
                    look: () => ({ className: 'anywhere' }),
                    cell: ({ file, source }) => <FileOf {...{ file, source }} />,
                  },
                  { name: 'Records', isNumber: true, cell: (load) => formatCount(load.records) },
                  { name: 'Rejected', isNumber: true, cell: (load) => <Rejected load={load} onOpen={setRejected} /> },
                  {
                    ...{ name: 'Days', isWide: true },
                    cell: ({ fromDate, toDate }) =>
                      fromDate !== null && toDate !== null && `${displayDate(fromDate)} to ${displayDate(toDate)}`,
                  },
                  { name: 'Loaded', isWide: true, cell: ({ loadedAt }) => displayTime(loadedAt) },
                  {
                    name: 'Change',
                    cell: (load) => (
                      <Button
                        variant="default"
                        size="xs"
                        aria-label={`Take load ${load.load} out`}
                        onClick={() => setOut(load)}
                      >
                        Take out
                      </Button>
                    ),
                  },
                ]}
              />
              <ListPages label="Pages of loads" page={page} pageSize={PAGE_SIZE} total={total} onPage={setPage} />
            </>
          )
        }
      </Listed>
      <Rejections load={rejected} onClose={() => setRejected(null)} />
      <TakeOut load={out} onClose={() => setOut(null)} onDone={setDone} />
    </div>
  );
}

const toFiles = (
  <Button component={Link} to="/operator/loads">
    Load files
  </Button>
);

function FileOf({ file, source }: Pick<OperatedLoad, 'file' | 'source'>) {
  return (
    <>
      {file}
      <div className="soft">{source}</div>
    </>
  );
}

function Rejected({ load, onOpen }: { load: OperatedLoad; onOpen: (load: OperatedLoad) => void }) {
  if (load.rejected === 0) return <>0</>;
  return (
    <button
      type="button"
      className="linkButton"
      aria-label={`Rejected rows of load ${load.load}`}
      onClick={() => onOpen(load)}
    >
      {formatCount(load.rejected)}
    </button>
  );
}

function Rejections({ load, onClose }: { load: OperatedLoad | null; onClose: () => void }) {
  const number = load?.load ?? 0;
  const found = useQuery({ ...rejectionsOf(number), enabled: load !== null });
  return (
    <TitledModal
      title={`Rejected rows of load ${number}`}
      opened={load !== null}
      size="xl"
      ruled
      bodyClass="stack gap-16 p-24"
      onClose={onClose}
    >
      <Listed found={found}>
        {({ rejections, total }) => (
          <>
            <p className="soft">{`${formatCount(total)} rows; the first ${formatCount(rejections.length)} reasons.`}</p>
            <RejectedFile load={number} />
            <RejectedRows rows={rejections} />
          </>
        )}
      </Listed>
    </TitledModal>
  );
}

function TakeOut({
  load,
  onClose,
  onDone,
}: {
  load: OperatedLoad | null;
  onClose: () => void;
  onDone: (message: string) => void;
}) {
  const act = useAct(() => operatorClient.unloadLoad({}, { params: { load: load?.load ?? 0 } }));
  return (
    <TitledModal
      title={`Take load ${load?.load ?? ''} out`}
      opened={load !== null}
      size="md"
      bodyClass="stack gap-16 p-24"
      onClose={onClose}
    >
      <p>
        {load &&
          `${formatCount(load.records)} records of ${load.file} will no longer be found by anybody. The file stays in the archive, from where it can be loaded again.`}
      </p>
      {act.isError && <Notice kind="wrong">{act.error.message}</Notice>}
      <ActionButton
        data-autofocus
        busy={act.isPending}
        onClick={() =>
          act.mutate(undefined, {
            onSuccess: ({ message }) => {
              onDone(message);
              onClose();
            },
          })
        }
      >
        Take out
      </ActionButton>
    </TitledModal>
  );
}
