import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import type { SearchLink } from '../features/search/link.js';
import { requireGivenPassword, requireMainAccount, requireSession, skipWhenSignedIn } from './guard.js';
import { Crash } from './layout/crash.js';
import { parseSearch, stringifySearch } from './search-params.js';

const rootRoute = createRootRoute();

/** A search's address as it is: what its parts mean, the search screen says, so that no other screen need know them. */
const searchAsGiven = (search: Record<string, unknown>) => search as SearchLink;

/** Where somebody was heading, as the address has it: what of it is followed, `wayBack` says. */
const fromAsGiven = ({ from }: Record<string, unknown>): { from?: unknown } => (from === undefined ? {} : { from });

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
  validateSearch: fromAsGiven,
  beforeLoad: skipWhenSignedIn,
}).lazy(() => import('../features/login/route.js').then((module) => module.LoginRoute));

const choosePasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/choose-password',
  validateSearch: fromAsGiven,
  beforeLoad: requireGivenPassword,
}).lazy(() => import('../features/choose-password/route.js').then((module) => module.ChoosePasswordRoute));

const maintenanceRoute = createRoute({ getParentRoute: () => rootRoute, path: '/maintenance' }).lazy(() =>
  import('../features/maintenance/route.js').then((module) => module.MaintenanceRoute),
);

const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signup',
  beforeLoad: () => skipWhenSignedIn({ search: {} }),
}).lazy(() => import('../features/signup/route.js').then((module) => module.SignUpRoute));

/** Open to those who are signed in, too: mailed links lead here. */
const resetRoute = createRoute({ getParentRoute: () => rootRoute, path: '/reset' }).lazy(() =>
  import('../features/reset/route.js').then((module) => module.ResetRoute),
);

const pricingRoute = createRoute({ getParentRoute: () => rootRoute, path: '/pricing' }).lazy(() =>
  import('../features/pricing/route.js').then((module) => module.PricingRoute),
);

const termsRoute = createRoute({ getParentRoute: () => rootRoute, path: '/terms-and-conditions' }).lazy(() =>
  import('../features/terms/route.js').then((module) => module.TermsRoute),
);

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: requireSession,
}).lazy(() => import('./layout/route.js').then((module) => module.SignedInRoute));

const searchRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/list1',
  validateSearch: searchAsGiven,
}).lazy(() => import('../features/search/route.js').then((module) => module.SearchRoute));

/** The older address of the same screen. */
const listRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/list',
  validateSearch: searchAsGiven,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/list1', search, replace: true });
  },
});

const profileRoute = createRoute({ getParentRoute: () => signedInRoute, path: '/profile' }).lazy(() =>
  import('../features/profile/route.js').then((module) => module.ProfileRoute),
);

const usersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/users',
  beforeLoad: requireMainAccount,
}).lazy(() => import('../features/users/route.js').then((module) => module.UsersRoute));

const subscriptionsRoute = createRoute({ getParentRoute: () => signedInRoute, path: '/subscriptions' }).lazy(() =>
  import('../features/subscriptions/route.js').then((module) => module.SubscriptionsRoute),
);

const coverageRoute = createRoute({ getParentRoute: () => signedInRoute, path: '/coverage' }).lazy(() =>
  import('../features/coverage/route.js').then((module) => module.CoverageRoute),
);

const selectPackageRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/select-package',
  beforeLoad: requireMainAccount,
}).lazy(() => import('../features/select-package/route.js').then((module) => module.SelectPackageRoute));

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
    choosePasswordRoute,
    maintenanceRoute,
    signUpRoute,
    resetRoute,
    pricingRoute,
    termsRoute,
    signedInRoute.addChildren([
      searchRoute,
      listRoute,
      profileRoute,
      usersRoute,
      subscriptionsRoute,
      coverageRoute,
      selectPackageRoute,
    ]),
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
