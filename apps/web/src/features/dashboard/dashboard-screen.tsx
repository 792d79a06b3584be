import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Country, displayDate } from '@tidewaiter/contract';
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { clockTime } from '../../format/dates.js';
import { formatCount } from '../../format/numbers.js';
import { countriesByTrade } from '../../search/api/calls.js';
import { NothingVisible } from '../../search/notes/nothing-visible.js';
import { type Subscription, usePerson, useSubscription } from '../../session/account.js';
import { later } from '../../session/client.js';
import { useSession } from '../../session/store.js';
import { Held } from '../../ui/awaiting.js';
import { LoadFailure } from '../../ui/notice.js';
import { ChooseCountries } from './choose-countries.js';
import { CountryList } from './country-list.js';
import classes from './dashboard.module.css';
import { ContactPanel, NewsPanel, NoticePanel, WorkspacePanel } from './kept-panels.js';
import { Panel } from './panel.js';
import { type QuickScope, QuickSearch } from './quick-search.js';
import { RecentPanel } from './recent-panel.js';

/** Most people follow nothing: it comes behind all else. */
const FoundPanel = later(() => import('./found-panel.js'), 'FoundPanel');

/** The dashboard (/dashboard, and /exchange by the header): where somebody stands, what is new, and the ways on. */
export function DashboardScreen() {
  const { user } = useSession();
  const subscription = useSubscription();
  const { data } = subscription;
  const [choosing, setChoosing] = useState(false);
  const mayChoose = data && data.countriesToChoose > 0 && user?.uplineId === 0;
  const mustChoose = data?.countries.length === 0;
  return (
    <div className="stack gap-16 mx-auto" style={{ maxWidth: 1400 }}>
      <title>Dashboard · Tidewaiter</title>
      <Greeting subscription={data ?? undefined} />
      {mayChoose && (mustChoose || choosing) ? (
        <ChooseCountries subscription={data} onDone={mustChoose ? undefined : () => setChoosing(false)} />
      ) : (
        <Ways>
          {(data || subscription.isPending) && <Standing subscription={data ?? undefined} />}
          {mayChoose && (
            <p className="row wrap gap-8 soft px-12">
              Until your first search you can choose another country.
              <button type="button" className="linkButton" onClick={() => setChoosing(true)}>
                Choose again
              </button>
            </p>
          )}
          {subscription.error && !data && <LoadFailure error={subscription.error} onRetry={subscription.refetch} />}
        </Ways>
      )}
    </div>
  );
}

function Greeting({ subscription }: { subscription: Subscription | undefined }) {
  const person = usePerson();
  const name = person?.firstname ? `, ${person.firstname}` : '';
  return (
    <header className={classes.greeting}>
      <h1>
        {greetingAt(new Date().getHours())}
        {name}
      </h1>
      <p className="soft">{subscription && <PackageName plan={subscription.name} />}</p>
      <Clock />
    </header>
  );
}

function PackageName({ plan }: { plan: string }) {
  return (
    <>
      <strong>{plan}</strong> package
    </>
  );
}

const NO_COUNTRIES: Country[] = [];

/** All that leads on from here: the quick search as the largest, where the account stands as a line, what is new, and what is kept. */
function Ways({ children }: { children: ReactNode }) {
  const [scope, setScope] = useState<QuickScope>({ tradeType: 'IMPORT', country: null });
  const quick = useRef<HTMLElement>(null);
  const imports = useQuery(countriesByTrade('IMPORT'));
  const exports = useQuery(countriesByTrade('EXPORT'));
  const countries = useMemo(
    () => ({ IMPORT: imports.data ?? NO_COUNTRIES, EXPORT: exports.data ?? NO_COUNTRIES }),
    [imports.data, exports.data],
  );

  const loading = (scope.tradeType === 'IMPORT' ? imports : exports).isPending;

  function pick(picked: QuickScope) {
    setScope(picked);
    quick.current?.scrollIntoView({ block: 'nearest' });
    quick.current?.querySelector<HTMLElement>('input[type="search"]')?.focus();
  }

  return (
    <>
      <section ref={quick} className="tinted grid gap-12 rounded-4 p-16" aria-labelledby="quick">
        <h2 id="quick">Quick trade search</h2>
        <QuickSearch scope={scope} countries={countries} loading={loading} onScope={setScope} />
        <NothingVisible />
      </section>
      {children}
      <div className={classes.panels}>
        <div className="stack gap-16">
          <Suspense fallback={null}>
            <FoundPanel />
          </Suspense>
          <WorkspacePanel />
          <RecentPanel countries={countries} />
        </div>
        <div className="stack gap-16">
          <NewsPanel />
          <ContactPanel />
          <NoticePanel />
        </div>
        <Panel title="Importing and exporting countries">
          {imports.error && !imports.data ? (
            <LoadFailure error={imports.error} onRetry={imports.refetch} />
          ) : (
            <CountryList countries={countries} loading={imports.isPending} onPick={pick} />
          )}
        </Panel>
      </div>
    </>
  );
}

const SECOND_MS = 1000;

/** The day and the time, each second (SPEC 2). It is not read out: nobody wants to hear a clock tick. */
function Clock() {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const { day, time } = clockTime(now);
  return (
    <time className="push-end soft small" dateTime={now.toISOString()} role="timer" aria-live="off" aria-label="Clock">
      <span className="one-line">{day}</span> <b className="figures ink medium one-line">{time}</b>
    </time>
  );
}

/** A greeting for an hour of the day. */
function greetingAt(hour: number): string {
  if (hour >= 5 && hour < 12) return 'Good morning';
  return hour >= 12 && hour < 18 ? 'Good afternoon' : 'Good evening';
}

/** What the subscription gives and what is left of it, as one quiet line (SPEC 2: limits and expiry); its words until it is known. */
function Standing({ subscription }: { subscription: Subscription | undefined }) {
  const { accountExpireDate, renewsOn, queryPerDay, downloadLimit, totalWorkspace, perPeriod } = subscription ?? {};
  const person = usePerson();
  const isSubUser = useSession().user?.uplineId !== 0;
  // A sub-user's points are those that their main account gives them.
  const points = isSubUser ? person?.downloadLimit : perPeriod?.downloads;
  return (
    <dl
      className={`wrap gap-4-16 min-h-24 m-0 soft small ${classes.standing}`}
      aria-label="Subscription"
      aria-busy={!subscription}
    >
      <Allowance term="Searches left" left={queryPerDay} of={perPeriod?.searches} />
      <Allowance term="Available download limit" left={downloadLimit} of={points} />
      <Allowance term="Workspaces left" left={totalWorkspace} of={perPeriod?.workspaces} />
      <div className="row gap-8">
        <dt>Renewed on</dt>
        <dd className="ink">{subscription ? renewalWords(renewsOn) : UNKNOWN}</dd>
      </div>
      <div className="row gap-8">
        <dt>Valid until</dt>
        <dd className="ink">{subscription ? expiryWords(accountExpireDate) : UNKNOWN}</dd>
      </div>
    </dl>
  );
}

/** Takes the room of what is to come. */
const UNKNOWN = <Held height={12} width="8ch" />;

const renewalWords = (date: string | null | undefined) =>
  date ? displayDate(date) : 'Never: these are yours for good';
const expiryWords = (date: string | null | undefined) => (date ? displayDate(date) : 'No expiry');

interface AllowanceProps {
  term: string;
  /** Undefined while it is not known. */
  left: number | undefined;
  /** What is given; undefined while it is not known. */
  of: number | undefined;
}

/** An allowance: what is left, of what is given. */
function Allowance({ term, left, of = 0 }: AllowanceProps) {
  if (left === undefined) {
    return (
      <div className="row gap-8">
        <dt>{term}</dt>
        <dd className="ink">{UNKNOWN}</dd>
      </div>
    );
  }
  return (
    <div className="row gap-8">
      <dt>{term}</dt>
      <dd className="ink">
        <Link to="/subscriptions" className="inherit undecorated hovers-line">
          <b className={`strong ${left <= 0 ? 'wrong' : ''}`}>{formatCount(left)}</b>
          {of > 0 && left <= of && <span className="soft"> of {formatCount(of)}</span>}
        </Link>
      </dd>
    </div>
  );
}
