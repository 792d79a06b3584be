import { ActionIcon, Button, Menu, NativeSelect } from '@mantine/core';
import { IconBellPlus, IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type FindingView, LIMITS, type StandingQuestion, WATCH_RHYTHMS, type WatchRhythm } from '@tidewaiter/contract';
import { useState } from 'react';
import { displayTime } from '../../format/dates.js';
import { formatCount } from '../../format/numbers.js';
import {
  digest,
  followingOf,
  useChangeDigest,
  useChangeFollowing,
  useMakeFile,
  useUnfollow,
} from '../../search/following/following-calls.js';
import { latestInWords, lookedInWords, RHYTHMS, TRIGGERS, WAYS } from '../../search/following/following-words.js';
import { useSession } from '../../session/store.js';
import { SHARING, WorkspaceTabs } from '../../session/workspace-tabs.js';
import { Awaiting } from '../../ui/awaiting.js';
import { ColumnTable } from '../../ui/column-table.js';
import { ListPages } from '../../ui/list-pages.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { LoadFailure } from '../../ui/notice.js';
import { notifyDone } from '../../ui/notification.js';
import { Page } from '../../ui/page.js';
import { Destinations } from './destinations.js';
import { Findings } from './findings.js';
import { type Begun, FollowDialog } from './follow-dialog.js';
import classes from './following.module.css';

const route = getRouteApi('/signed-in/following');

/** What a dialog is about: something that is followed already, or something that is begun. */
type Said = { changed: StandingQuestion } | { begun: Begun };

/** Following (/following): what the person follows, what was found for them, and where files are sent. */
export function FollowingScreen() {
  const address = route.useSearch();
  const navigate = useNavigate({ from: '/following' });
  const isBegun = Object.keys(address).length > 0;
  const [said, setSaid] = useState<Said | null>(isBegun ? { begun: address } : null);
  const [page, setPage] = useState(0);
  const [view, setView] = useState<FindingView>('ALL');
  const [askedAt, setAskedAt] = useState(0);
  const { data, error, refetch } = useQuery(followingOf(page, askedAt));
  const close = () => {
    setSaid(null);
    // The next one begins anew.
    if (isBegun) void navigate({ search: {}, replace: true });
  };
  return (
    <Page
      title="Following"
      lead={`${SHARING} What is found is shown to who follows it. A file costs the points of who has it made.`}
      actions={
        <Button
          leftSection={<IconBellPlus size={18} stroke={1.6} aria-hidden />}
          onClick={() => setSaid({ begun: {} })}
        >
          Follow something
        </Button>
      }
    >
      <WorkspaceTabs shown="following" />
      {error && !data ? (
        <LoadFailure error={error} onRetry={refetch} />
      ) : !data ? (
        <Awaiting shapes={[['table', 6]]} />
      ) : (
        <div className="stack gap-24">
          <div className="wrap gap-8-12" style={{ alignItems: 'last baseline' }}>
            <span className="soft">
              {formatCount(data.held)} of {formatCount(data.most)} in your account are checked whenever new data is
              published
            </span>
            <Mailing />
          </div>
          {data.totalRecords === 0 ? (
            <NothingHere says="Nothing is followed yet. Follow a saved search, a company, a list or a query line, and you are notified of what changes: a new supplier, a buyer who has stopped, an unusual price or an unusual month. Files of it can be made by themselves, within a budget of points." />
          ) : (
            <>
              <Findings view={view} onView={setView} />
              <section className="stack gap-12" aria-labelledby="followed">
                <div className="row wrap gap-8-12">
                  <h2 id="followed">Followed</h2>
                  <Link to="/downloadlog">All downloads</Link>
                </div>
                <div className={classes.cards}>
                  <FollowedTable
                    questions={data.questions}
                    onChange={(changed) => setSaid({ changed })}
                    onMade={() => setAskedAt(Date.now())}
                  />
                </div>
                {data.totalRecords > LIMITS.pageSize && (
                  <ListPages
                    label="Followed"
                    page={page}
                    pageSize={LIMITS.pageSize}
                    total={data.totalRecords}
                    onPage={setPage}
                  />
                )}
              </section>
            </>
          )}
          <Destinations />
        </div>
      )}
      {said && <FollowDialog {...said} onClose={close} />}
    </Page>
  );
}

interface FollowedTableProps {
  questions: readonly StandingQuestion[];
  onChange: (question: StandingQuestion) => void;
  /** A file was asked for. */
  onMade: () => void;
}

function FollowedTable({ questions, onChange, onMade }: FollowedTableProps) {
  const userId = useSession().user?.userid;
  return (
    <ColumnTable
      label="All that is followed"
      rows={questions}
      keyOf={({ questionId }) => questionId}
      columns={[
        {
          ...{ name: 'What', isHead: true },
          cell: ({ name, link, inWords, problem, unread, createdBy }) => (
            <div className="words">
              <a href={link}>
                <bdi>{name}</bdi>
              </a>
              {unread > 0 && ` · ${formatCount(unread)} unread`}
              {createdBy && createdBy.userId !== userId && ` · followed by ${createdBy.userName}`}
              <div className="soft small">{inWords}</div>
              {problem !== null && <div className="small">Not checked: {problem}</div>}
            </div>
          ),
        },
        {
          name: 'When',
          look: () => ({ className: 'words' }),
          cell: (question) => (
            <>
              <span>{question.isPaused ? 'Paused' : TRIGGERS[question.trigger]}</span>
              <div className="soft small">
                {question.nextDate === null ? lookedInWords(question) : `Next ${displayTime(question.nextDate)}`}
              </div>
            </>
          ),
        },
        {
          name: 'How you are notified',
          look: () => ({ className: 'words' }),
          cell: (question) => (
            <>
              <div className={classes.ways}>{question.deliveries.map((way) => WAYS[way].toLowerCase()).join(', ')}</div>
              {question.file && (
                <div className="soft small">
                  {latestInWords(question)} · {formatCount(question.file.spent)} of {formatCount(question.file.budget)}{' '}
                  points this month
                </div>
              )}
            </>
          ),
        },
        {
          ...{ name: 'Actions', isScreen: true },
          cell: (question) => question.mayChange && <Acts {...{ question, onChange, onMade }} />,
        },
      ]}
    />
  );
}

const tell = (error: Error) => notifyDone(error.message);

interface ActsProps extends Omit<FollowedTableProps, 'questions'> {
  question: StandingQuestion;
}

function Acts({ question, onChange, onMade }: ActsProps) {
  const change = useChangeFollowing();
  const make = useMakeFile();
  const unfollow = useUnfollow();
  const { questionId, name, isPaused, file, reportId } = question;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={`Actions for ${name}`}>
          <IconDots size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {(file || reportId) && !isPaused && (
          <Menu.Item
            onClick={() =>
              make.mutate(questionId, {
                onSuccess: ({ message }) => {
                  onMade();
                  notifyDone(message);
                },
                onError: tell,
              })
            }
          >
            {file ? 'Make its file now' : 'Send it now'}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => onChange(question)}>Change</Menu.Item>
        <Menu.Item onClick={() => change.mutate({ questionId, isPaused: !isPaused }, { onError: tell })}>
          {isPaused ? 'Resume' : 'Pause'}
        </Menu.Item>
        <Menu.Item onClick={() => unfollow.mutate(questionId, { onError: tell })}>Stop following</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** How often the person is written to, by their browser's clock once they choose. It has its place before that is known: what is below may be pressed. */
function Mailing() {
  const { data } = useQuery(digest);
  const change = useChangeDigest();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <NativeSelect
      label="Mail"
      title={data && `Times are of ${data.timeZone}`}
      disabled={!data}
      value={data?.rhythm}
      data={data ? WATCH_RHYTHMS.map((value) => ({ value, label: RHYTHMS[value] })) : []}
      onChange={({ currentTarget: { value } }) => change.mutate({ rhythm: value as WatchRhythm, timeZone })}
    />
  );
}
