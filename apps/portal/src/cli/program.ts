import { actingAs } from '@tidewaiter/accounts/acting-as';
import { OperatorError, PortalError } from '@tidewaiter/contract';
import { Command, CommanderError } from 'commander';
import { SETTINGS } from '../app/config.js';
import { explained } from '../app/failures.js';
import { VERSION } from '../app/version.js';
import { ACCOUNT_ACCESS_ACTS } from './commands/account-access.js';
import { ACCOUNT_ACTS } from './commands/accounts.js';
import { BACKUP_ACTS } from './commands/backup.js';
import { DEMO_ACTS } from './commands/demo.js';
import { DOCTOR_ACTS } from './commands/doctor.js';
import { LOAD_ACTS } from './commands/load.js';
import { LOADED_ACTS } from './commands/loads.js';
import { addMcpCommand } from './commands/mcp.js';
import { MOVE_ACTS } from './commands/move.js';
import { PARTY_ACTS } from './commands/parties.js';
import { PLAN_ACTS } from './commands/plans.js';
import { PUBLIC_SOURCE_ACTS } from './commands/public-sources.js';
import { SITE_ACTS } from './commands/site.js';
import { SOURCE_ACTS } from './commands/sources.js';
import { STORES_ACTS } from './commands/stores.js';
import { type Acts, addActs, type Groups } from './shell/act.js';
import { type CommandContext, EXIT } from './shell/context.js';
import { plainLine } from './shell/print.js';

/** Whatever the operator does by a command, but for the two that serve. */
export const ACTS: Acts = {
  ...DEMO_ACTS,
  ...LOAD_ACTS,
  ...LOADED_ACTS,
  ...SOURCE_ACTS,
  ...PUBLIC_SOURCE_ACTS,
  ...PARTY_ACTS,
  ...STORES_ACTS,
  ...ACCOUNT_ACTS,
  ...ACCOUNT_ACCESS_ACTS,
  ...PLAN_ACTS,
  ...SITE_ACTS,
  ...BACKUP_ACTS,
  ...MOVE_ACTS,
  ...DOCTOR_ACTS,
};

const GROUPS: Groups = {
  account: ['people', 'The people who may sign in.'],
  'account key': ['API keys of a person', 'The keys by which programs do what their person may.'],
  'account sign-on': [
    "an account's sign-in with its own firm, or the installation's",
    'The provider (OpenID Connect) at which the people of a main account sign in; or, with --everybody, those of every account that has none of its own.',
  ],
  country: [
    'the countries whose records are taken',
    'Adds source countries to those of the catalogue. Files of them can be loaded at once, and plans of all countries hold them.',
  ],
  hs: [
    'the HS nomenclature',
    'What HS codes are called: in short labels that ship with the product, or in the texts of the official nomenclature.',
  ],
  jobs: [
    'what is done in the background',
    'Lists work in the background, mail among it; lets what failed be tried anew or drops it, and cancels what has not ended.',
  ],
  maintenance: [
    'close or open the site',
    'Sends visitors of the sign-in screen to a page with your message, or lets them in again.',
  ],
  mapping: [
    'how files of a source are read',
    'Mappings that were saved when a file was loaded with --learn or from the screen. A file with the columns of one follows it, and is asked nothing.',
  ],
  notice: [
    'tell everybody something',
    'What people read under Important Notification on their dashboard, and in full at /news-details.',
  ],
  party: [
    'make one of parties that are one',
    'Joins parties that are one company under names that no rule sees to be one: they are searched, counted, listed and analysed ' +
      'as one, under the name of the first. Records keep the names that their files gave them.',
  ],
  plan: ['what can be subscribed to', 'The plans, as data.'],
  rates: ['exchange rates', 'Monthly exchange rates, by which values without a USD amount are converted.'],
  source: [
    'public sources of customs files',
    'Where customs files are published, what may be done with them, and their files.',
  ],
  stores: [
    'which records and accounts belong together',
    'The two stores of a portal, its records and its accounts, which only work together.',
  ],
  suppress: [
    'hide a party, a record or a country everywhere',
    'Hides a party with every record in which it plays a part, a record, or all records of a country, everywhere; shows it again. What was hidden, when ' +
      'and why is kept for good.',
  ],
  weightage: [
    'what a record of a country costs to export',
    'Sets how many download points a record of a country costs, by trade type; 1 unless it was set.',
  ],
};

/** The operator's command, speaking through a context. `serve` is added by the process that can serve. */
export function createProgram(context: CommandContext, serve: () => Promise<void>): Command {
  const program = new Command('tidewaiter')
    .description('The operator’s command of the Tidewaiter portal.')
    .version(VERSION)
    .helpCommand('help [command]', 'what a command takes')
    .showHelpAfterError('(add --help for what it takes)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.out(text.trimEnd()),
      writeErr: (text) => context.err(text.trimEnd()),
    });
  program
    .command('serve')
    .summary('start the portal')
    .description(
      `Starts the portal. Read from the environment: ${Object.entries(SETTINGS)
        .map(([name, { otherwise }]) => (otherwise === null ? name : `${name} (${otherwise})`))
        .join(', ')}.`,
    )
    .action(serve);
  addActs(program, context, ACTS, GROUPS);
  addMcpCommand(program, context);
  return program;
}

/** All commands of a program by their names, `mapping export`, groups among them. */
export const commandsOf = (program: Command, within = ''): [string, Command][] =>
  program.commands.flatMap((command) => {
    const name = `${within}${command.name()}`;
    return [[name, command] as [string, Command], ...commandsOf(command, `${name} `)];
  });

/** A group of commands by its name alone, with or without `--json`, is its list: what is there is what people ask for first. */
function namedWhole(program: Command, argv: readonly string[]): string[] {
  const [name, ...rest] = argv;
  const group = program.commands.find((command) => command.name() === name);
  const hasList = group?.commands.some((command) => command.name() === 'list');
  return name !== undefined && hasList && rest.every((word) => word === '--json') ? [name, 'list', ...rest] : [...argv];
}

/**
 * Runs one command line.
 *
 * @returns its exit status
 * @throws what is not a failure of the command itself, FolderBusy among it
 */
export async function runCommandLine(
  program: Command,
  context: CommandContext,
  argv: readonly string[],
): Promise<number> {
  try {
    await actingAs.run(context.operator, () => program.parseAsync(namedWhole(program, argv), { from: 'user' }));
    return EXIT.done;
  } catch (thrown) {
    context.progress(null);
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.done : EXIT.usage;
    const told = await explained(thrown);
    const error = told instanceof PortalError ? new OperatorError(told.message) : told;
    if (error instanceof OperatorError) {
      context.err(plainLine(error.message));
      for (const detail of error.details) context.err(`  ${plainLine(detail)}`);
      return EXIT.failed;
    }
    throw error;
  }
}
