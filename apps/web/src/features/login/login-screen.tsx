import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { whenAnswered } from '../../session/client.js';
import { siteSettings } from '../../session/site-settings.js';
import { keepsNothing } from '../../session/storage.js';
import { useSession } from '../../session/store.js';
import { Mark } from '../../ui/mark.js';
import { ThemeToggle } from '../../ui/theme-toggle.js';
import type { WayOn } from '../../ui/way-on.js';
import { LoginForm } from './login-form.js';
import { WhatsNew } from './whats-new.js';

const NothingKept = lazy(whenAnswered(async () => ({ default: (await import('./nothing-kept.js')).NothingKept })));

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
