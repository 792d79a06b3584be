import { useQuery } from '@tanstack/react-query';
import { displayTime } from '../../format/dates.js';
import { formatCount, formatSeconds } from '../../format/numbers.js';
import { ActionButton } from '../../ui/action-button.js';
import { Badge } from '../../ui/badge.js';
import { ColumnTable } from '../../ui/column-table.js';
import { Notice } from '../../ui/notice.js';
import { Card } from '../../ui/page.js';
import { Listed } from './listed.js';
import { health, useAct } from './operator-calls.js';
import { operatorClient } from './operator-client.js';

const STATES = { well: 'Good', soon: 'Needs attention', wrong: 'Act now' } as const;

/** Where a call waits, by the names of `Server-Timing`. */
const PLACES: Record<string, string> = {
  short: 'Records: short questions',
  search: 'Records: searches',
  heavy: 'Large questions and answers, one account after the other',
  load: 'Records: loads',
  export: 'Records: exports',
  serialise: 'Writing of answers',
  compress: 'Compressing of answers',
  parse: 'Reading of what was sent',
  accounts: 'Accounts’ database',
};

/** What is wrong comes first. */
const ORDER = { wrong: 0, soon: 1, well: 2 } as const;

/** Backups that are named. */
const NAMED = 10;

/** What is wrong with the portal or about to be, with what to do, and its backups. */
export function HealthPart() {
  const found = useQuery(health);
  const backUp = useAct(() => operatorClient.backUpNow({}));
  return (
    <div className="stack gap-16">
      <Listed found={found}>
        {({ findings, waits, backups }) => (
          <>
            <ColumnTable
              label="Health"
              rows={findings.toSorted((a, b) => ORDER[a.state] - ORDER[b.state])}
              keyOf={({ check }) => check}
              columns={[
                { name: 'Check', isHead: true, cell: ({ check }) => check },
                { name: 'State', cell: ({ state }) => <Badge mind={state !== 'well'}>{STATES[state]}</Badge> },
                {
                  ...{ name: 'What was found, and what to do', look: () => ({ className: 'anywhere' }) },
                  cell: (one) => (
                    <>
                      {one.found}
                      {one.todo !== '' && <div className="soft">{one.todo}</div>}
                    </>
                  ),
                },
              ]}
            />
            <Card title="Where calls waited in the last minute">
              {waits.length === 0 ? (
                <p>No call had to wait.</p>
              ) : (
                <ColumnTable
                  label="Waits"
                  rows={waits}
                  keyOf={({ where }) => where}
                  columns={[
                    { name: 'Where', isHead: true, cell: ({ where }) => PLACES[where] ?? where },
                    { name: 'Calls', isNumber: true, cell: ({ calls }) => formatCount(calls) },
                    { name: 'Longest', isNumber: true, cell: ({ longestMs }) => formatSeconds(longestMs) },
                  ]}
                />
              )}
            </Card>
            <Card title="Backups">
              {backups === null ? (
                <p>No backups are made: set BACKUP_TO to say where they go, then start the portal again.</p>
              ) : (
                <>
                  <p className="soft">{`In ${backups.where}`}</p>
                  <ul className="plainList grid gap-8">
                    {backups.underWay && <li>One is under way.</li>}
                    {backups.times.length === 0 && <li>There is none yet.</li>}
                    {backups.times.slice(0, NAMED).map((time) => (
                      <li key={time}>{displayTime(time)}</li>
                    ))}
                    {backups.times.length > NAMED && <li>{`and ${backups.times.length - NAMED} older ones`}</li>}
                  </ul>
                  {backUp.isSuccess && <Notice kind="done">{backUp.data.message}</Notice>}
                  {backUp.isError && <Notice kind="wrong">{backUp.error.message}</Notice>}
                  <ActionButton variant="default" busy={backUp.isPending} onClick={() => backUp.mutate()}>
                    Back up now
                  </ActionButton>
                </>
              )}
            </Card>
          </>
        )}
      </Listed>
    </div>
  );
}
