import type { Plan } from '@tidewaiter/accounts';
import {
  type Allowance,
  countryByCode,
  EVERY_COUNTRY,
  OperatorError,
  PERIODS,
  PortalError,
  TRADE_TYPES,
} from '@tidewaiter/contract';
import { InvalidArgumentError } from 'commander';
import { type Acts, act, listing, RARE, type Taken, taken } from '../shell/act.js';
import {
  bound,
  countryCode,
  countryCodes,
  dayOrNever,
  emailAddress,
  figure,
  freeRecords,
  monthsOrNone,
  points,
} from '../shell/arguments.js';
import { perform } from '../shell/call.js';
import { count } from '../shell/print.js';

const oneOf =
  <Value>(values: Readonly<Record<string, Value>>) =>
  (text: string): Value => {
    const value = values[text];
    if (value === undefined) throw new InvalidArgumentError(`Allowed choices are ${Object.keys(values).join(', ')}.`);
    return value;
  };
const period = oneOf(Object.fromEntries(PERIODS.map((one) => [one.toLowerCase(), one])));

type Field = readonly [flags: string, words: string, read: (text: string) => unknown, alsoTaken?: string];

/** What a plan says, as the command shows it: the option that sets each, in which words, and what it takes. */
const FIELDS: Readonly<Partial<Record<keyof Plan, Field>>> = {
  listed: ['--listed <yes|no>', 'whether it is offered', oneOf({ yes: true, no: false })],
  priceUsd: ['--price <usd>', 'price in USD', figure],
  termMonths: ['--term <months>', 'months that a subscription lasts', monthsOrNone, ', or none'],
  period: ['--period <period>', 'how often allowances are given anew', period, `: ${PERIODS.join(', ').toLowerCase()}`],
  searches: ['--searches <number>', 'searches in a period', figure],
  downloads: ['--downloads <points>', 'download points in a period', figure],
  workspaces: ['--workspaces <number>', 'workspaces', figure],
  recordsPerWorkspace: ['--workspace-records <number>', 'saved searches in one workspace', figure],
  ownLists: ['--lists <number>', 'lists of an account', figure],
  watches: ['--watches <number>', 'what an account follows that is looked at with new data, of all its people', figure],
  subUserCount: ['--sub-users <number>', 'sub-users, beside the main account', figure],
  maxDownload: ['--max-download <number>', 'most records in one download', figure],
  freeRecords: ['--free-records <number>', 'most records of one search that are read without points', freeRecords],
  countries: [
    '--countries <codes>',
    'source countries',
    countryCodes,
    ', all, or "" for those chosen for each account',
  ],
  countriesToChoose: ['--countries-to-choose <number>', 'how many an account chooses itself where it has none', figure],
  dataAccessUpto: ['--data-upto <day>', 'last visible date of the records', dayOrNever, ', or never'],
  dataAccessInMonth: ['--data-months <number>', 'months of records back from it', monthsOrNone, ', or none'],
};
const OPTIONS = Object.entries(FIELDS) as [keyof Plan, Field][];
const optionOf = ([flags, words, read, alsoTaken = '']: Field): Taken<unknown> => taken(flags, words + alsoTaken, read);

function inWords(value: Plan[keyof Plan], field: keyof Plan): string {
  if (value === null) return field === 'countries' ? 'all' : 'none';
  if (Array.isArray(value)) return value.join(', ') || 'those chosen for each account';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? count(value) : String(value).toLowerCase();
}

/** A plan line by line, as people read it. */
const linesOf = (plan: Plan) =>
  listing(
    OPTIONS.map(([field, [, words]]) => ({ field, words })),
    [],
    { plan: 'words', [plan.name]: ({ field }) => inWords(plan[field], field) },
  );

const REFUSED: Partial<Record<string, string>> = {
  SEARCH_LIMIT_EXHAUSTED: 'There are not as many searches left.',
  DOWNLOAD_LIMIT_EXHAUSTED: 'There are not as many download points left.',
  WORKSPACE_LIMIT_EXHAUSTED: 'There are not as many workspaces left.',
  NO_SUBSCRIPTION: 'The account has no active subscription.',
};

/** What is sold, what an account has of it, and what a record costs. */
export const PLAN_ACTS = {
  'plan list': act({
    summary: 'all plans',
    description: 'Lists the plans, the cheapest first.',
    screen: ['operatorPlans'],
    async does(_, context) {
      const plans = await (await context.services()).accounts.plans.catalogue.list();
      const words = listing(plans, [], {
        plan: 'name',
        USD: ({ priceUsd }) => count(priceUsd),
        period: ({ period }) => period.toLowerCase(),
        ...{ searches: 'searches', downloads: 'downloads', workspaces: 'workspaces' },
        'sub-users': ({ subUserCount }) => subUserCount,
        offered: ({ listed }) => (listed ? 'yes' : 'no'),
      });
      return [plans, words];
    },
  }),

  'plan show': act({
    summary: 'one plan',
    description: 'Shows all of a plan.',
    takes: { name: taken('<name>', 'its name') },
    screen: RARE,
    async does({ name }, context) {
      const found = await (await context.services()).accounts.plans.catalogue.get(name);
      return [found, linesOf(found)];
    },
  }),

  'plan set': act({
    summary: 'change a plan, or make one',
    description:
      'Changes a plan, or makes one of a new name, which gives no searches, points and workspaces but those that are said. Searches, downloads and workspaces count from the next period of each ' +
      'subscription; all else at once.',
    takes: {
      name: taken('<name>', 'its name'),
      ...Object.fromEntries(OPTIONS.map(([field, option]) => [field, optionOf(option)])),
    },
    example: 'plan set SME --searches 200 --workspaces 10',
    screen: RARE,
    audit: 'PLAN_SET',
    async does({ name, json: _, ...given }, context) {
      const said = Object.entries(given).map(([field, value]) => [field, bound(value)] as const);
      const changes: Partial<Plan> = Object.fromEntries(said.filter(([, value]) => value !== undefined));
      if (Object.keys(changes).length === 0) throw new OperatorError('Say what to change; --help lists it.');
      const { accounts, records } = await context.services();
      await records.countries.mustInclude(changes.countries ?? []);
      const changed = await accounts.plans.catalogue.set(name, changes);
      return [changed, linesOf(changed)];
    },
  }),

  grant: act({
    summary: 'give or correct allowances',
    description:
      'Adds to what an account has left, or takes from it with a minus sign, with a reason that its owner reads in their ledger. ' +
      'What is left at the end of the period lapses, as all of it does.',
    takes: {
      email: taken('<email>', 'the address; searches and workspaces go to its main account', emailAddress),
      SEARCHES: taken('--searches <number>', 'searches', points),
      DOWNLOADS: taken('--downloads <points>', 'download points', points),
      WORKSPACES: taken('--workspaces <number>', 'workspaces', points),
      reason: taken('!--reason <text>', 'why'),
    },
    example: 'grant a@example.com --searches=-5 --reason "counted twice"',
    screen: ['grantPerson'],
    audit: 'GRANTED',
    async does({ email: address, reason, json: _, ...amounts }, context) {
      const given = (Object.entries(amounts) as [Allowance, number | undefined][]).filter(([, amount]) => amount);
      const [[allowance, amount = 0] = [], ...others] = given;
      if (!allowance || others.length > 0)
        throw new OperatorError('Say one of --searches, --downloads and --workspaces.');
      const user = await (await context.services()).accounts.people.users.ofAddress(address);
      const { id: userid, email } = user;
      const asked = { params: { person: userid }, request: { allowance, amount, reason } };
      const { balance, message } = await perform('grantPerson', context, asked).catch((error: unknown) => {
        throw error instanceof PortalError ? new OperatorError(REFUSED[error.code] ?? error.message) : error;
      });
      return [{ userid, email, allowance, balance }, message];
    },
  }),

  'weightage set': act({
    description: 'Sets the points of one record. Exports that were quoted before are quoted again.',
    takes: {
      country: taken('<country>', 'shortcode of a source country', countryCode),
      points: taken('[points]', 'of an import record and of an export record', figure),
      IMPORT: taken('--import <points>', 'of an import record', figure),
      EXPORT: taken('--export <points>', 'of an export record', figure),
    },
    example: 'weightage set IND --import 2 --export 1',
    screen: RARE,
    audit: 'WEIGHTAGE_SET',
    async does({ country, points, ...given }, context) {
      const { accounts, records } = await context.services();
      const { weightages } = accounts.plans;
      const asked = TRADE_TYPES.map((trade) => [trade, given[trade] ?? points] as const);
      if (asked.every(([, number]) => number === undefined))
        throw new OperatorError('Say the points of one record, or --import or --export with them.');
      await records.countries.mustInclude([country]);
      for (const [trade, number] of asked) if (number !== undefined) await weightages.set(country, trade, number);
      const set = (await weightages.all()).get(country);
      const said = TRADE_TYPES.map((trade) => `${trade.toLowerCase()} ${set?.[trade] ?? 1}`).join(', ');
      return [{ country, ...set }, `${countryByCode(country)?.name ?? country}: ${said} points a record.`];
    },
  }),

  'weightage list': act({
    description: 'Lists the countries whose records cost something else than one point.',
    screen: RARE,
    async does(_, context) {
      const set = await (await context.services()).accounts.plans.weightages.all();
      const rows = EVERY_COUNTRY.flatMap(({ shortcode: country, name }) => {
        const points = set.get(country);
        return points ? [{ country, name, IMPORT: points.IMPORT ?? 1, EXPORT: points.EXPORT ?? 1 }] : [];
      });
      const words = listing(rows, [], { country: 'country', name: 'name', import: 'IMPORT', export: 'EXPORT' });
      return [rows, [words, `Every ${rows.length === 0 ? 'record' : 'other record'} costs 1 point.`]];
    },
  }),
} satisfies Acts;
