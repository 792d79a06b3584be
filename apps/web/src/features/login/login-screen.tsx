import { useQuery } from '@tanstack/react-query';
import type { Endpoints, ResponseOf } from '@tidewaiter/contract';
import { Suspense, useEffect } from 'react';
import { monthLabel, monthsInWords } from '../../format/months.js';
import { later } from '../../session/client.js';
import { siteSettings } from '../../session/site-settings.js';
import { keepsNothing } from '../../session/storage.js';
import { useSession } from '../../session/store.js';
import { whatsNew } from '../../session/whats-new.js';
import { Mark } from '../../ui/mark.js';
import { ThemeToggle } from '../../ui/theme-toggle.js';
import type { WayOn } from '../../ui/way-on.js';
import classes from './login.module.css';
import { LoginForm } from './login-form.js';

const NothingKept = later(() => import('./nothing-kept.js'), 'NothingKept');

export function LoginScreen(way: WayOn) {
  const { notice } = useSession();
  const settings = useQuery(siteSettings);
  // Only a fresh answer closes the door: coming back from the maintenance screen asks again first.
  const isClosed = settings.data?.inMaintenance === true && !settings.isFetching;
  const { go } = way;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the way is the same, whoever wrote it down anew.
  useEffect(() => {
    if (isClosed) void go('/maintenance', { replace: true });
  }, [isClosed]);
  if (isClosed) return null;
  return (
    <div className="door">
      <title>Sign in · Tidewaiter</title>
      <main className="door-side">
        <div className="door-name row">
          <Mark size={28} />
          <span>Tidewaiter</span>
          <div className="door-theme">
            <ThemeToggle />
          </div>
        </div>
        <div className="door-form">
          <h1>Sign in</h1>
          <p className="door-lead">Search the world’s import and export customs records.</p>
          <div role="status">
            {notice && <p className="tinted p-8-12 rounded-3 mt-8">{notice}</p>}
            <Suspense>{keepsNothing() && <NothingKept />}</Suspense>
          </div>
          <LoginForm {...way} />
        </div>
      </main>
      <WhatsNew />
    </div>
  );
}

type News = ResponseOf<Endpoints['whatsNew']>['newsList'][number];

interface Item {
  title: string;
  text: string;
}

/** What the portal does, where its data have no news that would take the place. */
const ITEMS: readonly Item[] = [
  {
    title: 'Counts are exact',
    text: 'Every search says how many shipments it found, to the last one, and how long it took.',
  },
  {
    title: 'One company, one name',
    text: 'Spellings of a company are found together: case, accents and the ways to write Ltd no longer split it.',
  },
  {
    title: 'The question in words',
    text: 'The results begin with what was understood, and their link brings a colleague to the same rows.',
  },
  {
    title: 'A version on every answer',
    text: 'Answers name the data version they come from, so two people can see why their figures agree or differ.',
  },
];

function inWords({ name, tradeType, isNew, newMonths, lastMonth }: News): Item {
  const title = `${tradeType === 'IMPORT' ? 'Imports' : 'Exports'} of ${name}`;
  if (isNew) return { title, text: `New here: ${monthsInWords(newMonths)}.` };
  if (newMonths.length > 0) return { title, text: `New: ${monthsInWords(newMonths)}.` };
  return { title, text: `More records, up to ${monthLabel(lastMonth)}.` };
}

/** What was loaded here lately, and what the portal does (SPEC 2 "/login"). It comes as a whole, so that nothing of it moves. */
function WhatsNew() {
  const { data, isPending } = useQuery(whatsNew);
  const news = data?.newsList.map(inWords) ?? [];
  return (
    <aside className="door-news" aria-label="What’s New">
      {!isPending && (
        <div style={{ maxWidth: 440, marginBlock: 'auto' }}>
          <h2>What’s New</h2>
          <ul className={classes.items}>
            {[...news, ...ITEMS].slice(0, ITEMS.length).map(({ title, text }) => (
              <li key={title}>
                <strong>{title}</strong>
                <p className="soft">{text}</p>
              </li>
            ))}
          </ul>
        </div>
      )}
    </aside>
  );
}
