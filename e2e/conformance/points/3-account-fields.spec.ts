/** SPEC 3: fields of people, countries and what people keep. */
import { CLIENT, enter } from '../../src/accounts.js';
import { callWithout } from '../caller.js';
import { COTTON } from '../screens.js';
import { differs, expect, test } from '../surroundings.js';

const words = (text: string) => text.split(/\s+/);

const searchPath = '/search-management/search';

test('3.1 A user has userid, uplineId, firstname, lastname, email, mobile, company_name, companyName, loginId and sessionId.', async ({
  portal,
}) => {
  const { email, password } = portal;
  const { body } = await callWithout(portal.url, 'POST', '/user-management/login', { body: { email, password } });
  expect(Object.keys(body)).toEqual(
    expect.arrayContaining(
      words('userid uplineId firstname lastname email mobile company_name companyName loginId sessionId'),
    ),
  );
});

test('3.2 The user lies in local storage, with the password.', async ({ page, account }) => {
  differs('Token and user in browser storage, password too');
  const person = await account();
  await enter(page, person, '/profile');
  await expect(page.getByRole('button', { name: /^Profile menu of First Last/ })).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).toContain('sessionId');
  for (const secret of [person.password, person.email, 'First', 'Company']) expect(kept).not.toContain(secret);
});

test('3.3 The user id also serves as the token.', async ({ demo }) => {
  differs('The user id serves as the token');
  expect(demo.user.token).toMatch(/^[\w-]{43}$/);
  const headers = { authorization: CLIENT, accessedby: String(demo.user.userid) };
  const { status } = await demo.ask('GET', '/search-management/search/topFiveQueries', { headers });
  expect(status).toBe(401);
});

test('3.4 An active subscription has id, name, accountExpireDate, downloadLimit, dataAccessInMonth, dataAccessUpto, totalWorkspace, subUserCount, queryPerDay, countries and recordsPerWorkspace; maxDownload with it.', async ({
  demo,
}) => {
  const { body } = await demo.get('/user-management/user-subscription/activelist', { userId: demo.user.userid });
  expect(Object.keys(body.userSubscriptionList[0])).toEqual(
    expect.arrayContaining(
      words(
        'id name accountExpireDate downloadLimit dataAccessInMonth dataAccessUpto totalWorkspace subUserCount queryPerDay countries recordsPerWorkspace maxDownload',
      ),
    ),
  );
});

test('3.5 The subscription state holds downloadArray, the ids of all records that were downloaded.', async ({
  demo,
}) => {
  differs('The browser keeps `downloadArray`, the ids of all that was downloaded');
  const { body } = await demo.post(searchPath, COTTON);
  for (const { owned } of body.impForeignList) expect(typeof owned).toBe('boolean');
});

test('3.6 User details give uplineId and downloadLimit.', async ({ demo }) => {
  const { body } = await demo.get('/user-management/user/details', { userId: demo.user.userid });
  expect(body).toMatchObject({ uplineId: 0, downloadLimit: expect.any(Number) });
});

test('3.7 A country has name, shortcode, importFrom, importUpto, exportFrom, exportUpto, importerForExport and exporterForImport (Y or N), importPointWeightage and exportPointWeightage.', async ({
  demo,
}) => {
  const { body } = await demo.get('/masterdata-management/countrylistbytrade/I');
  const vietnam = body.countryList.find(({ shortcode }: { shortcode: string }) => shortcode === 'VNM');
  expect(vietnam).toMatchObject({
    ...{ name: 'Vietnam', importFrom: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), importUpto: '2026-10-31' },
    ...{ exportFrom: expect.any(String), exportUpto: expect.any(String) },
    ...{ importerForExport: expect.stringMatching(/^[YN]$/), exporterForImport: expect.stringMatching(/^[YN]$/) },
    ...{ importPointWeightage: expect.any(Number), exportPointWeightage: expect.any(Number) },
  });
});

test('3.8 A country of the results screen has its iso2code and continentName.', async ({ demo }) => {
  const { body } = await demo.get('/masterdata-management/countrylistbytrade/I');
  const vietnam = body.countryList.find(({ shortcode }: { shortcode: string }) => shortcode === 'VNM');
  expect(vietnam).toMatchObject({ iso2code: 'VN', continentName: 'Asia' });
});
