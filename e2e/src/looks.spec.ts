/** Every screen once in each look, with axe. What opens on a screen (dialogs, menus, drawers) is looked at where it is tested. */
import { enterAsOperator } from './operator.js';
import { expectGoodLooks, searchLink, settled, signedInTest, test } from './test.js';

/** Screens for anybody, by their addresses. */
const PUBLIC = [
  'login',
  'signup',
  'reset',
  'pricing',
  'help',
  'help/results',
  'help/columns',
  'terms-and-conditions',
  'maintenance',
];

/** Screens for those who are signed in. */
const SIGNED_IN = {
  dashboard: '/dashboard',
  start: '/list1',
  results: searchLink(),
  analysis: searchLink().replace('/list1', '/analysis'),
  'in-depth': searchLink().replace('/list1', '/indepthAnalysis'),
  ...Object.fromEntries(
    [
      'profile',
      'users',
      'subscriptions',
      'searchlog',
      'downloadlog',
      'savecontact',
      'news-details',
      'coverage',
      'following',
    ].map((name) => [name, `/${name}`]),
  ),
  workspace: '/workspace',
  'select-package': '/select-package',
  'not-found': '/no-such-screen',
};

for (const name of PUBLIC) {
  test(`${name} is whole and accessible`, async ({ page }) => {
    await page.goto(`/${name}`);
    await page.getByRole('heading').first().waitFor();
    await settled(page);
    await expectGoodLooks(page, name);
  });
}

for (const [name, address] of Object.entries(SIGNED_IN)) {
  signedInTest(`${name} is whole and accessible`, async ({ page }) => {
    await page.goto(address);
    await page.getByRole('main').waitFor();
    await settled(page);
    await expectGoodLooks(page, name);
  });
}

test("the operator's screens are whole and accessible", async ({ page, portal }) => {
  await enterAsOperator(page, portal, 'looks@operator.example');
  for (const [name, address] of [
    ['operator', '/operator'],
    ['operator-loading', '/operator/loads'],
    ...['audit', 'site', 'loads', 'jobs', 'health'].map(
      (part) => [`operator-${part}`, `/operator?part=${part}`] as const,
    ),
  ] as const) {
    await page.goto(address);
    await page.getByRole('main').waitFor();
    await settled(page);
    await expectGoodLooks(page, name);
  }
});
