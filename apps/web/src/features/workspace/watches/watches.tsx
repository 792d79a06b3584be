import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  type FindingView,
  LIMITS,
  term,
  WATCH_RHYTHMS,
  WATCH_STRICTNESSES,
  type Watch,
  writeLine,
} from '@tidewaiter/contract';
import { useState } from 'react';
import { formatCount } from '../../../format/numbers.js';
import { parseSearch, validateAddress } from '../../../search/model/address.js';
import { readAddress } from '../../../search/model/address-query.js';
import {
  useChangeWatch,
  useChangeWatchMail,
  useRemoveWatch,
  watchesOf,
  watchMail,
} from '../../../search/watches/watch-calls.js';
import { RHYTHMS, STRICTNESSES } from '../../../search/watches/watch-words.js';
import { Awaiting } from '../../../ui/awaiting.js';
import { ColumnTable } from '../../../ui/column-table.js';
import { ListPages } from '../../../ui/list-pages.js';
import { NothingHere } from '../../../ui/nothing-here.js';
import { LoadFailure } from '../../../ui/notice.js';
import { FileDialog } from '../files/file-dialog.js';
import classes from '../workspace.module.css';
import type { WorkspaceAddress } from '../workspace-address.js';
import { Findings } from './findings.js';
import { NewWatchDialog } from './new-watch-dialog.js';

/** The question of a search's address; none where it is not whole. */
const questionOf = (ask: string) => readAddress(validateAddress(parseSearch(ask))).query ?? undefined;

/** What an address asks to be watched, as a line. */
function lineOf({ line, company, role, trade }: WorkspaceAddress): string | undefined {
  if (line !== undefined) return line;
  const field = (['importer', 'exporter', 'notify'] as const).find((one) => one === role?.toLowerCase());
  if (company === undefined || field === undefined) return undefined;
  const named = writeLine(term(field, { kind: 'is', value: company }));
  return trade === 'EXPORT' ? `trade:export ${named}` : named;
}

/** What the person's watches found, the watches themselves, and how they are written to. */
export function Watches({ begun }: { begun: WorkspaceAddress }) {
  const line = lineOf(begun);
  const asked = begun.ask === undefined ? undefined : questionOf(begun.ask);
  const [page, setPage] = useState(0);
  const [view, setView] = useState<FindingView>('ALL');
  const [making, setMaking] = useState(line !== undefined || asked !== undefined);
  const navigate = useNavigate({ from: '/workspace' });
  const { data, error, refetch } = useQuery(watchesOf(page));
  if (error && !data) return <LoadFailure error={error} onRetry={refetch} />;
  if (!data) return <Awaiting shapes={[['table', 6]]} />;
  const { watches, totalRecords, held, most } = data;
  const isFull = held >= most;
  const close = () => {
    setMaking(false);
    // The next one begins anew.
    if (line !== undefined || asked) void navigate({ search: { watches: 'all' }, replace: true });
  };
  return (
    <div className={classes.lists}>
      <div className={classes.head}>
        <Button variant="default" disabled={isFull} onClick={() => setMaking(true)}>
          New watch
        </Button>
        <span className="soft">
          {isFull ? 'Your subscription has no room for another one: ' : ''}
          {formatCount(held)} of {formatCount(most)} in your account
        </span>
        <Mailing />
      </div>
      {totalRecords === 0 ? (
        <NothingHere says="No watches yet. A watch says when something comes to pass: a new supplier, a buyer that is missed, a price beyond its quartiles, a month of unusual value. Watch a saved search by its “Watch”, or anything that can be asked in a line." />
      ) : (
        <>
          <Findings view={view} onView={setView} />
          <WatchTable watches={watches} />
          {totalRecords > LIMITS.pageSize && (
            <ListPages label="Watches" page={page} pageSize={LIMITS.pageSize} total={totalRecords} onPage={setPage} />
          )}
        </>
      )}
      <NewWatchDialog {...{ line, asked }} opened={making} onClose={close} />
    </div>
  );
}

function WatchTable({ watches }: { watches: readonly Watch[] }) {
  const change = useChangeWatch();
  const remove = useRemoveWatch();
  const [filed, setFiled] = useState<{ watchId: string; name: string } | null>(null);
  return (
    <section className={classes.saved} aria-labelledby="watches">
      <div className={classes.title}>
        <h2 id="watches">Watches</h2>
      </div>
      <ColumnTable
        label="All watches"
        rows={watches}
        keyOf={({ watchId }) => watchId}
        columns={[
          {
            ...{ name: 'Watch', isHead: true },
            cell: ({ name, link, inWords, problem }) => (
              <div className={classes.said}>
                <a href={link}>
                  <bdi>{name}</bdi>
                </a>
                <div className="soft small">{inWords}</div>
                {problem !== null && <div className="small">Not looked after: {problem}</div>}
              </div>
            ),
          },
          { name: 'Unread', isNumber: true, cell: ({ unread }) => formatCount(unread) },
          {
            name: 'Tells',
            cell: ({ watchId, name, strictness, isMuted }) => (
              <NativeSelect
                className={classes.tells}
                aria-label={`How much ${name} tells`}
                value={strictness}
                disabled={isMuted}
                data={WATCH_STRICTNESSES.map((value) => ({ value, label: STRICTNESSES[value] }))}
                onChange={({ currentTarget: { value } }) =>
                  change.mutate({ watchId, strictness: value as Watch['strictness'] })
                }
              />
            ),
          },
          {
            ...{ name: 'Acts', isScreen: true },
            cell: ({ watchId, name, isMuted }) => (
              <div className={classes.acts}>
                <Button
                  variant="subtle"
                  size="xs"
                  aria-label={`${isMuted ? 'Unmute' : 'Mute'} ${name}`}
                  onClick={() => change.mutate({ watchId, isMuted: !isMuted })}
                >
                  {isMuted ? 'Unmute' : 'Mute'}
                </Button>
                <Button
                  variant="subtle"
                  size="xs"
                  aria-label={`File of ${name}, by itself`}
                  onClick={() => setFiled({ watchId, name })}
                >
                  File
                </Button>
                <Button variant="subtle" size="xs" aria-label={`Remove ${name}`} onClick={() => remove.mutate(watchId)}>
                  Remove
                </Button>
              </div>
            ),
          },
        ]}
      />
      {filed && <FileDialog source={filed} onClose={() => setFiled(null)} />}
    </section>
  );
}

/** How often the person is written to, by their browser's clock once they choose. */
function Mailing() {
  const { data } = useQuery(watchMail);
  const change = useChangeWatchMail();
  if (!data) return null;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <NativeSelect
      label="Mail"
      title={`Times are of ${data.timeZone}`}
      value={data.rhythm}
      data={WATCH_RHYTHMS.map((value) => ({ value, label: RHYTHMS[value] }))}
      onChange={({ currentTarget: { value } }) => change.mutate({ rhythm: value as typeof data.rhythm, timeZone })}
    />
  );
}
