import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LIMITS, type ScheduledFile } from '@tidewaiter/contract';
import { useState } from 'react';
import { displayTime } from '../../../format/dates.js';
import { formatCount } from '../../../format/numbers.js';
import { Awaiting } from '../../../ui/awaiting.js';
import { ColumnTable } from '../../../ui/column-table.js';
import { ListPages } from '../../../ui/list-pages.js';
import { NothingHere } from '../../../ui/nothing-here.js';
import { LoadFailure } from '../../../ui/notice.js';
import { notifyDone } from '../../../ui/notification.js';
import classes from '../workspace.module.css';
import { Destinations } from './destinations.js';
import { scheduledFilesOf, useChangeFile, useMakeFile, useRemoveFile } from './file-calls.js';
import { FileDialog } from './file-dialog.js';
import { DAYS, latestInWords, RHYTHMS } from './file-words.js';

/** The person's files that make themselves, what became of the latest of each, and where they are sent. */
export function ScheduledFiles() {
  const [page, setPage] = useState(0);
  const [changed, setChanged] = useState<ScheduledFile | null>(null);
  const [askedAt, setAskedAt] = useState(0);
  const { data, error, refetch } = useQuery(scheduledFilesOf(page, askedAt));
  if (error && !data) return <LoadFailure error={error} onRetry={refetch} />;
  if (!data) return <Awaiting shapes={[['table', 6]]} />;
  const { files, totalRecords } = data;
  return (
    <div className={classes.lists}>
      {totalRecords === 0 ? (
        <NothingHere says="No scheduled files yet. A scheduled file exports a saved search by itself, weekly, monthly or when a month is complete, or a watch when it finds something: within a budget of points, and only what is new if you like. Begin one by “File” on a saved search or a watch." />
      ) : (
        <section className={classes.saved} aria-labelledby="files">
          <div className={classes.title}>
            <h2 id="files">Scheduled files</h2>
            <Link to="/downloadlog">All downloads</Link>
          </div>
          <FileTable files={files} onChange={setChanged} onMade={() => setAskedAt(Date.now())} />
          {totalRecords > LIMITS.pageSize && (
            <ListPages
              label="Scheduled files"
              page={page}
              pageSize={LIMITS.pageSize}
              total={totalRecords}
              onPage={setPage}
            />
          )}
        </section>
      )}
      <Destinations />
      {changed && <FileDialog changed={changed} onClose={() => setChanged(null)} />}
    </div>
  );
}

interface FileTableProps {
  files: readonly ScheduledFile[];
  onChange: (file: ScheduledFile) => void;
  /** One was asked to be made. */
  onMade: () => void;
}

function FileTable({ files, onChange, onMade }: FileTableProps) {
  const change = useChangeFile();
  const make = useMakeFile();
  const remove = useRemoveFile();
  return (
    <ColumnTable
      label="All scheduled files"
      rows={files}
      keyOf={({ fileId }) => fileId}
      columns={[
        {
          ...{ name: 'File', isHead: true },
          cell: ({ name, inWords, problem }) => (
            <div className={classes.said}>
              <bdi>{name}</bdi>
              <div className="soft small">{inWords}</div>
              {problem !== null && <div className="small">Not made: {problem}</div>}
            </div>
          ),
        },
        {
          name: 'Made',
          cell: ({ rhythm, days, onlyNew, nextDate, isPaused }) => (
            <div className={classes.said}>
              {isPaused ? 'Paused' : RHYTHMS[rhythm]}
              <div className="soft small">
                {DAYS[days]}
                {onlyNew ? ', new records only' : ''}
                {nextDate !== null && ` · next ${displayTime(nextDate)}`}
              </div>
            </div>
          ),
        },
        {
          name: 'Points this month',
          isNumber: true,
          cell: ({ spent, budget }) => `${formatCount(spent)} of ${formatCount(budget)}`,
        },
        { name: 'Latest', cell: (file) => latestInWords(file), look: () => ({ className: classes.said }) },
        {
          ...{ name: 'Acts', isScreen: true },
          cell: (file) => (
            <div className={classes.acts}>
              <Button
                variant="subtle"
                size="xs"
                aria-label={`Make ${file.name} now`}
                disabled={file.isPaused}
                onClick={() =>
                  make.mutate(file.fileId, {
                    onSuccess: ({ message }) => {
                      onMade();
                      notifyDone(message);
                    },
                    onError: tell,
                  })
                }
              >
                Make now
              </Button>
              <Menu position="bottom-end">
                <Menu.Target>
                  <ActionIcon variant="subtle" color="gray" size={28} aria-label={`More of ${file.name}`}>
                    <IconDots size={18} stroke={1.6} aria-hidden />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={() => onChange(file)}>Change</Menu.Item>
                  <Menu.Item
                    onClick={() => change.mutate({ fileId: file.fileId, isPaused: !file.isPaused }, { onError: tell })}
                  >
                    {file.isPaused ? 'Go on' : 'Pause'}
                  </Menu.Item>
                  <Menu.Item onClick={() => remove.mutate(file.fileId, { onError: tell })}>Remove</Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </div>
          ),
        },
      ]}
    />
  );
}

const tell = (error: Error) => notifyDone(error.message);
