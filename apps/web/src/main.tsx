import { setNonce } from 'get-nonce';
import type { ComponentType, ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers.js';
import { whenAnswered } from './session/client.js';
import { sessionStore } from './session/store.js';
import type { WayOn } from './ui/way-on.js';

// Scroll locking under dialogs adds a style element of its own; the policy lets it in by the same nonce.
setNonce(pageNonce());

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no #root');
const root = createRoot(element);
const loadApplication = whenAnswered(() => import('./app/application.js'));
const loadDoor = whenAnswered(() => import('./app/door.js'));
/** The screens that a stranger opens, each without all that others need. */
const DOORS: Record<string, () => Promise<{ Door: ComponentType<WayOn> }>> = {
  '/': loadDoor,
  '/login': loadDoor,
  '/signup': whenAnswered(() => import('./app/sign-up-door.js')),
  '/reset': whenAnswered(() => import('./app/reset-door.js')),
};

/** SPEC 2: two addresses of the sign-in screen. Whoever may have a session is led on from there, which the router knows how to do. */
const door = DOORS[window.location.pathname];
if (door && !sessionStore.mayRestore()) void showDoor(door);
else void showApplication();

function show(screen: ReactNode): void {
  root.render(<Providers nonce={pageNonce}>{screen}</Providers>);
}

async function showApplication(): Promise<void> {
  const { Application, prepare } = await loadApplication();
  // What draws the address's screen is on its way while the session is looked up.
  if (sessionStore.mayRestore()) prepare(window.location.href);
  show(<Application />);
}

async function showDoor(load: NonNullable<typeof door>): Promise<void> {
  const { pathname, search } = window.location;
  const from = pathname === '/' ? undefined : (new URLSearchParams(search).get('from') ?? undefined);
  if (pathname === '/') window.history.replaceState(null, '', '/login');
  const { Door } = await load();
  const go: WayOn['go'] = async (address, how = { replace: false }) => {
    const { Application, arrive } = await loadApplication();
    await arrive(address, how);
    show(<Application />);
  };
  const prepare = (address: string) => void loadApplication().then((application) => application.prepare(address));
  show(<Door from={from} go={go} prepare={prepare} />);
}

/** The nonce of this response, which the content security policy asks of every style element. */
function pageNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  // Browsers hide the attribute and keep the property; before a policy is in force it is the other way round.
  return meta?.nonce || meta?.getAttribute('nonce') || '';
}
