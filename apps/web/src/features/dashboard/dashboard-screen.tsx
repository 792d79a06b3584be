import { useQuery } from '@tanstack/react-query';
import type { Country } from '@tidewaiter/contract';
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { countriesByTrade } from '../../search/api/calls.js';
import { NothingVisible } from '../../search/notes/nothing-visible.js';
import { type Subscription, usePerson, useSubscription } from '../../session/account.js';
import { whenAnswered } from '../../session/client.js';
import { useSession } from '../../session/store.js';
import { LoadFailure } from '../../ui/notice.js';
import { ChooseCountries } from './choose-countries.js';
import { Clock, greetingAt } from './clock.js';
import { CountryList } from './country-list.js';
import classes from './dashboard.module.css';
import { ContactPanel, NoticePanel, WorkspacePanel } from './kept-panels.js';
import { NewsPanel } from './news-panel.js';
import { Panel } from './panel.js';
import { type QuickScope, QuickSearch } from './quick-search.js';
import { RecentPanel } from './recent-panel.js';
import { Standing } from './standing.js';

/** Most people follow nothing: it comes behind all else. */
const FoundPanel = lazy(whenAnswered(async () => ({ default: (await import('./found-panel.js')).FoundPanel })));

/** The dashboard (/dashboard, and /exchange by the header): where somebody stands, what is new, and the ways on. */
export function DashboardScreen() {
  const { user } = useSession();
  const subscription = useSubscription();
  const { data } = subscription;
  const [choosing, setChoosing] = useState(false);
  const mayChoose = data && data.countriesToChoose > 0 && user?.uplineId === 0;
  const mustChoose = data?.countries.length === 0;
  return (
    <div className={classes.dashboard}>
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
