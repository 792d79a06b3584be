import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { stringifySearch } from '@tidewaiter/contract';
import { FOLLOWING_KEYS } from '../search/following/following-address.js';
import { parseSearch, validateAddress } from '../search/model/address.js';
import { validateCompanyAddress } from '../search/model/company-address.js';
import { whenAnswered } from '../session/client.js';
import { providerAnswer } from '../session/firm/provider-answer.js';
import { Crash } from './crash.js';
import {
  openSession,
  requireFactorDemand,
  requireGivenPassword,
  requireMainAccount,
  requireOperator,
  requireSession,
  skipWhenSignedIn,
} from './guard.js';

const rootRoute = createRootRoute();

/** Draws a screen that is loaded when somebody goes there; where there is no connection, as soon as there is one. */
const screen = <Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent(whenAnswered(load), name);

/** Where somebody was heading, as the address has it: what of it is followed, `wayBack` says. */
const fromAsGiven = ({ from }: Record<string, unknown>): { from?: unknown } => (from === undefined ? {} : { from });

/** What of an address a screen knows: what is said at some keys, where it is a text. */
const texts =
  <Key extends string>(...keys: readonly Key[]) =>
  (search: Record<string, unknown>) =>
    Object.fromEntries(
      keys.flatMap((key) => (typeof search[key] === 'string' && search[key] !== '' ? [[key, search[key]]] : [])),
    ) as {
      [Name in Key]?: string | undefined;
    };

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
  component: screen(() => import('../features/login/login-route.js'), 'LoginRoute'),
});

const choosePasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/choose-password',
  validateSearch: fromAsGiven,
  beforeLoad: requireGivenPassword,
  component: screen(() => import('../features/choose-password/choose-password-screen.js'), 'ChoosePasswordScreen'),
});

const secondFactorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/second-factor',
  validateSearch: fromAsGiven,
  beforeLoad: requireFactorDemand,
  component: screen(() => import('../features/second-factor/second-factor-screen.js'), 'SecondFactorScreen'),
});

/** Without what a firm's provider sends people back with, there is nothing to do here. */
const signOnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-on',
  beforeLoad: () => {
    if (!providerAnswer) throw redirect({ to: '/login', replace: true });
  },
  component: screen(() => import('../features/sign-on/sign-on-screen.js'), 'SignOnScreen'),
});

const maintenanceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/maintenance',
  component: screen(() => import('../features/maintenance/maintenance-screen.js'), 'MaintenanceScreen'),
});

const signUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signup',
  beforeLoad: () => skipWhenSignedIn({ search: {} }),
  component: screen(() => import('../features/signup/sign-up-screen.js'), 'SignUpScreen'),
});

/** Open to those who are signed in, too: mailed links lead here. */
const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset',
  component: screen(() => import('../features/reset/reset-screen.js'), 'ResetScreen'),
});

const pricingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/pricing',
  component: screen(() => import('../features/plans/pricing-screen.js'), 'PricingScreen'),
});

const openRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'open',
  beforeLoad: openSession,
  component: screen(() => import('./open-layout.js'), 'OpenLayout'),
});

const help = {
  getParentRoute: () => openRoute,
  component: screen(() => import('../features/help/help-screen.js'), 'HelpScreen'),
};
const helpRoute = createRoute({
  ...help,
  path: '/help',
});

/** Each task of the help is at an address of its own. */
const helpTaskRoute = createRoute({
  ...help,
  path: '/help/$task',
});

const sharedReportRoute = createRoute({
  getParentRoute: () => openRoute,
  path: '/shared-report',
  component: screen(() => import('../features/reports/shared-report-screen.js'), 'SharedReportScreen'),
});

const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms-and-conditions',
  component: screen(() => import('../features/terms/terms-screen.js'), 'TermsScreen'),
});

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: requireSession,
  component: screen(() => import('./signed-in-layout.js'), 'SignedInLayout'),
});

/** SPEC 2: two addresses of one screen. */
const DASHBOARD = lazyRouteComponent(
  whenAnswered(() => import('../features/dashboard/dashboard-screen.js')),
  'DashboardScreen',
);

const dashboardRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/dashboard',
  component: DASHBOARD,
});

const exchangeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/exchange',
  component: DASHBOARD,
});

const searchRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/list1',
  validateSearch: validateAddress,
  component: screen(() => import('../features/search/search-screen.js'), 'SearchScreen'),
});

const analysisRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/analysis',
  validateSearch: validateAddress,
  component: screen(() => import('../features/analysis/analysis-screen.js'), 'AnalysisScreen'),
});

/** What an in-depth analysis is told beside the question: which one, and how it groups and measures. */
const inDepthTexts = texts('view', 'rows', 'columns', 'measure', 'unit', 'order', 'became', 'periods');

const inDepthRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/indepthAnalysis',
  validateSearch: (search: Record<string, unknown>) => ({
    ...validateAddress(search),
    ...inDepthTexts(search),
  }),
  component: screen(() => import('../features/in-depth/in-depth-screen.js'), 'InDepthScreen'),
});

const companyRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/company',
  validateSearch: validateCompanyAddress,
  component: screen(() => import('../features/company/company-screen.js'), 'CompanyScreen'),
});

/** The older address of the same screen. */
const listRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/list',
  validateSearch: validateAddress,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/list1', search, replace: true });
  },
});

const profileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/profile',
  component: screen(() => import('../features/profile/profile-screen.js'), 'ProfileScreen'),
});

const usersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/users',
  beforeLoad: requireMainAccount,
  component: screen(() => import('../features/users/users-screen.js'), 'UsersScreen'),
});

const subscriptionsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/subscriptions',
  component: screen(() => import('../features/subscriptions/subscriptions-screen.js'), 'SubscriptionsScreen'),
});

const searchLogRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/searchlog',
  validateSearch: texts('page', 'text', 'person', 'trade', 'from', 'to'),
  component: screen(() => import('../features/searchlog/search-log-screen.js'), 'SearchLogScreen'),
});

/** What the list of exports is narrowed to: its page from 1, a text of the question, and the export that a link is about. */
const downloadLogRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/downloadlog',
  validateSearch: texts('page', 'text', 'export'),
  component: screen(() => import('../features/downloads/download-log-screen.js'), 'DownloadLogScreen'),
});

/** What the contacts are narrowed to: their page from 1, a part of the company name, and a tag. */
const contactsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/savecontact',
  validateSearch: texts('page', 'text', 'tag'),
  component: screen(() => import('../features/contacts/contacts-screen.js'), 'ContactsScreen'),
});

const newsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/news-details',
  validateSearch: ({ notice }: Record<string, unknown>): { notice?: string } =>
    typeof notice === 'string' ? { notice } : {},
  component: screen(() => import('../features/news/news-screen.js'), 'NewsScreen'),
});

const coverageRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/coverage',
  component: screen(() => import('../features/coverage/coverage-screen.js'), 'CoverageScreen'),
});

const workspaceRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/workspace',
  validateSearch: texts('workspace', 'find', 'sort', 'page', 'list'),
  component: screen(() => import('../features/workspace/workspace-screen.js'), 'WorkspaceScreen'),
});

const reportsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/reports',
  validateSearch: texts('report'),
  component: screen(() => import('../features/reports/reports-screen.js'), 'ReportsScreen'),
});

const followingRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/following',
  validateSearch: texts(...FOLLOWING_KEYS),
  component: screen(() => import('../features/following/following-screen.js'), 'FollowingScreen'),
});

const operatorOnly = {
  getParentRoute: () => signedInRoute,
  validateSearch: texts('part', 'list', 'text', 'draft'),
  beforeLoad: requireOperator,
};
const operatorRoute = createRoute({
  ...operatorOnly,
  path: '/operator',
  component: screen(() => import('../features/operator/operator-screen.js'), 'OperatorScreen'),
});

const loadingRoute = createRoute({
  ...operatorOnly,
  path: '/operator/loads',
  component: screen(() => import('../features/operator/loading/loading-screen.js'), 'LoadingScreen'),
});

const selectPackageRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/select-package',
  beforeLoad: requireMainAccount,
  component: screen(() => import('../features/plans/select-package-screen.js'), 'SelectPackageScreen'),
});

const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  component: screen(() => import('../features/maintenance/not-found-screen.js'), 'NotFoundScreen'),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    loginRoute,
    choosePasswordRoute,
    secondFactorRoute,
    signOnRoute,
    maintenanceRoute,
    signUpRoute,
    resetRoute,
    pricingRoute,
    openRoute.addChildren([helpRoute, helpTaskRoute, sharedReportRoute]),
    termsRoute,
    signedInRoute.addChildren([
      dashboardRoute,
      exchangeRoute,
      searchRoute,
      listRoute,
      analysisRoute,
      inDepthRoute,
      companyRoute,
      profileRoute,
      usersRoute,
      subscriptionsRoute,
      searchLogRoute,
      downloadLogRoute,
      coverageRoute,
      newsRoute,
      workspaceRoute,
      reportsRoute,
      followingRoute,
      contactsRoute,
      selectPackageRoute,
      operatorRoute,
      loadingRoute,
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
