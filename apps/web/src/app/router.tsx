import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { searchLink } from '../features/search/link.js';
import { requireSession, skipWhenSignedIn } from './guard.js';
import { Crash } from './layout/crash.js';
import { signInSearch } from './origin.js';
import { parseSearch, stringifySearch } from './search-params.js';

const rootRoute = createRootRoute();

/** SPEC 2: `/` and `/login` are the same screen. */
const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/login', replace: true });
  },
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: signInSearch,
  beforeLoad: skipWhenSignedIn,
}).lazy(() => import('../features/login/route.js').then((module) => module.LoginRoute));

const maintenanceRoute = createRoute({ getParentRoute: () => rootRoute, path: '/maintenance' }).lazy(() =>
  import('../features/maintenance/route.js').then((module) => module.MaintenanceRoute),
);

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: requireSession,
}).lazy(() => import('./layout/route.js').then((module) => module.SignedInRoute));

const searchRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/list1',
  validateSearch: searchLink,
}).lazy(() => import('../features/search/route.js').then((module) => module.SearchRoute));

/** The older address of the same screen. */
const listRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/list',
  validateSearch: searchLink,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/list1', search, replace: true });
  },
});

const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/maintenance', replace: true });
  },
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    loginRoute,
    maintenanceRoute,
    signedInRoute.addChildren([searchRoute, listRoute]),
    unknownRoute,
  ]),
  parseSearch,
  stringifySearch,
  defaultErrorComponent: Crash,
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
