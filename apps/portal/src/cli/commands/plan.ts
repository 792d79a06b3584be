import type { Plan } from '@tidewaiter/accounts';
import { OperatorError, PERIODS } from '@tidewaiter/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { act, group, listing } from '../shell/act.js';
import { bound, countryCodes, dayOrNever, figure, freeRecords, monthsOrNone } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';
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
const OPTIONS = (Object.entries(FIELDS) as [keyof Plan, Field][]).map(
  ([field, [flags, words, read, alsoTaken = '']]) =>
    ({ field, words, option: new Option(flags, words + alsoTaken).argParser(read) }) as const,
);

/** What was said, as columns of the plan. */
const changesOf = (options: Record<string, unknown>): Partial<Plan> =>
  Object.fromEntries(
    OPTIONS.flatMap(({ field, option }) => {
      const said = bound(options[option.attributeName()]);
      return said === undefined ? [] : [[field, said]];
    }),
  );

function inWords(value: Plan[keyof Plan], field: keyof Plan): string {
  if (value === null) return field === 'countries' ? 'all' : 'none';
  if (Array.isArray(value)) return value.join(', ') || 'those chosen for each account';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? count(value) : String(value).toLowerCase();
}

/** A plan line by line, as people read it. */
const told = (plan: Plan) =>
  listing(OPTIONS, [], {
    plan: ({ words }) => words,
    [plan.name]: ({ field }) => inWords(plan[field], field),
  });

export function addPlanCommand(program: Command, context: CommandContext): void {
  const plan = group(program, 'plan', 'what can be subscribed to', 'The plans, as data.');
  act(plan, context, 'list', {
    summary: 'all plans',
    description: 'Lists the plans, the cheapest first.',
    async does() {
      const plans = await (await context.services()).accounts.plans.catalogue.list();
      const words = listing(plans, [], {
        plan: ({ name }) => name,
        USD: ({ priceUsd }) => count(priceUsd),
        period: ({ period }) => period.toLowerCase(),
        searches: ({ searches }) => searches,
        downloads: ({ downloads }) => downloads,
        workspaces: ({ workspaces }) => workspaces,
        'sub-users': ({ subUserCount }) => subUserCount,
        offered: ({ listed }) => (listed ? 'yes' : 'no'),
      });
      return [plans, words];
    },
  });
  act(plan, context, 'show', {
    summary: 'one plan',
    description: 'Shows all of a plan.',
    takes: (command) => command.argument('<name>', 'its name'),
    async does(name: string) {
      const found = await (await context.services()).accounts.plans.catalogue.get(name);
      return [found, told(found)];
    },
  });
  act(plan, context, 'set', {
    summary: 'change a plan, or make one',
    description:
      'Changes a plan, or makes one of a new name. Searches, downloads and workspaces count from the next period of each ' +
      'subscription; all else at once.',
    takes: (command) =>
      OPTIONS.reduce((all, { option }) => all.addOption(option), command.argument('<name>', 'its name')),
    example: 'plan set SME --searches 200 --workspaces 10',
    async does(name: string, options: Record<string, unknown>) {
      const changes = changesOf(options);
      if (Object.keys(changes).length === 0) throw new OperatorError('Say what to change; --help lists it.');
      const { accounts, records } = await context.services();
      await records.countries.mustInclude(changes.countries ?? []);
      const changed = await accounts.plans.catalogue.set(name, changes);
      return [changed, told(changed)];
    },
  });
}
