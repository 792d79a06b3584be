import type { Plan } from '@tidewaiter/accounts';
import { OperatorError, PERIODS, type Period } from '@tidewaiter/contract';
import { type Command, Option } from 'commander';
import { act, group, listing } from '../shell/act.js';
import {
  bound,
  countryCodes,
  dayOrNever,
  figure,
  freeRecords,
  monthsOrNone,
  type Unbounded,
} from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';
import { count } from '../shell/print.js';

interface SetOptions {
  price?: number;
  term?: number | Unbounded;
  period?: Lowercase<Period>;
  searches?: number;
  downloads?: number;
  workspaces?: number;
  subUsers?: number;
  lists?: number;
  watches?: number;
  maxDownload?: number;
  freeRecords?: number;
  workspaceRecords?: number;
  countries?: string[] | Unbounded;
  countriesToChoose?: number;
  dataUpto?: string | Unbounded;
  dataMonths?: number | Unbounded;
  listed?: 'yes' | 'no';
}

/** What was said, as columns of the plan. */
function changesOf(options: SetOptions): Partial<Plan> {
  const said = {
    priceUsd: options.price,
    termMonths: bound(options.term),
    period: options.period?.toUpperCase() as Period | undefined,
    searches: options.searches,
    downloads: options.downloads,
    workspaces: options.workspaces,
    subUserCount: options.subUsers,
    maxDownload: options.maxDownload,
    freeRecords: options.freeRecords,
    recordsPerWorkspace: options.workspaceRecords,
    ownLists: options.lists,
    watches: options.watches,
    countries: bound(options.countries),
    countriesToChoose: options.countriesToChoose,
    dataAccessUpto: bound<string>(options.dataUpto),
    dataAccessInMonth: bound(options.dataMonths),
    listed: options.listed && options.listed === 'yes',
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

const orNone = (value: string | number | null) => (value === null ? 'none' : String(value));

/** A plan line by line, as people read it. */
function told(plan: Plan) {
  const lines: [string, string][] = [
    ['offered', plan.listed ? 'yes' : 'no, given by the operator'],
    ['price', `${count(plan.priceUsd)} USD`],
    ['term', plan.termMonths === null ? 'lifetime' : `${plan.termMonths} months`],
    ['period', plan.period.toLowerCase()],
    ['searches', `${count(plan.searches)} a period`],
    ['downloads', `${count(plan.downloads)} points a period`],
    ['workspaces', count(plan.workspaces)],
    ['searches in a workspace', count(plan.recordsPerWorkspace)],
    ['lists', count(plan.ownLists)],
    ['watches', count(plan.watches)],
    ['sub-users', count(plan.subUserCount)],
    ['records in a download', count(plan.maxDownload)],
    ['records of a search without points', count(plan.freeRecords)],
    ['countries', plan.countries === null ? 'all' : plan.countries.join(', ') || 'those chosen for each account'],
    ['countries to choose', count(plan.countriesToChoose)],
    ['records until', orNone(plan.dataAccessUpto)],
    ['months of records', orNone(plan.dataAccessInMonth)],
  ];
  return listing(lines, [], { plan: ([what]) => what, [plan.name]: ([, said]) => said });
}

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
      command
        .argument('<name>', 'its name')
        .option('--price <usd>', 'price in USD', figure)
        .option('--term <months>', 'months that a subscription lasts, or none', monthsOrNone)
        .addOption(
          new Option('--period <period>', 'how often allowances are given anew').choices(
            PERIODS.map((period) => period.toLowerCase()),
          ),
        )
        .option('--searches <number>', 'searches in a period', figure)
        .option('--downloads <points>', 'download points in a period', figure)
        .option('--workspaces <number>', 'workspaces', figure)
        .option('--sub-users <number>', 'sub-users, beside the main account', figure)
        .option('--max-download <number>', 'most records in one download', figure)
        .option('--free-records <number>', 'most records of one search that are read without points', freeRecords)
        .option('--workspace-records <number>', 'saved searches in one workspace', figure)
        .option('--lists <number>', 'lists of an account', figure)
        .option('--watches <number>', 'what all people of an account follow that is looked at with new data', figure)
        .option('--countries <codes>', 'source countries, all, or "" for those chosen for each account', countryCodes)
        .option('--countries-to-choose <number>', 'how many an account chooses itself where it has none', figure)
        .option('--data-upto <day>', 'last visible date of the records, or never', dayOrNever)
        .option('--data-months <number>', 'months of records back from it, or none', monthsOrNone)
        .addOption(new Option('--listed <yes|no>', 'whether it is offered').choices(['yes', 'no'])),
    example: 'plan set SME --searches 200 --workspaces 10',
    async does(name: string, options: SetOptions) {
      const changes = changesOf(options);
      if (Object.keys(changes).length === 0) throw new OperatorError('Say what to change; --help lists it.');
      const { accounts, records } = await context.services();
      await records.countries.mustInclude(changes.countries ?? []);
      const changed = await accounts.plans.catalogue.set(name, changes);
      return [changed, told(changed)];
    },
  });
}
