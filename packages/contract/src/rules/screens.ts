/**
 * The addresses of the browser app's screens, which the portal must know too: it answers them with the app's page, and says of any
 * other address that nothing is there. `apps/web/src/app/router.test.ts` holds the app to them.
 */
export const SCREENS = [
  '/',
  '/analysis',
  '/choose-password',
  '/company',
  '/coverage',
  '/dashboard',
  '/downloadlog',
  '/exchange',
  '/following',
  '/help',
  '/help/analyse',
  '/help/columns',
  '/help/company',
  '/help/cost',
  '/help/data',
  '/help/export',
  '/help/figures',
  '/help/keep',
  '/help/line',
  '/help/results',
  '/help/search',
  '/indepthAnalysis',
  '/list',
  '/list1',
  '/login',
  '/maintenance',
  '/news-details',
  '/operator',
  '/operator/loads',
  '/pricing',
  '/profile',
  '/reports',
  '/reset',
  '/savecontact',
  '/searchlog',
  '/second-factor',
  '/select-package',
  '/shared-report',
  '/sign-on',
  '/signup',
  '/subscriptions',
  '/terms-and-conditions',
  '/users',
  '/workspace',
] as const;

/** An address as screens are told apart by: the app minds neither the case of its letters nor a slash at its end. */
const plain = (path: string) => path.toLowerCase().replace(/(?<=.)\/$/, '');

const PLAIN_SCREENS: ReadonlySet<string> = new Set(SCREENS.map(plain));

/** Whether the path of an address is a screen's. */
export const isScreen = (path: string): boolean => PLAIN_SCREENS.has(plain(path));
