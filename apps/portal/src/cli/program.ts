import { actingAs } from '@tidewaiter/accounts/acting-as';
import { OperatorError, PortalError } from '@tidewaiter/contract';
import { Command, CommanderError } from 'commander';
import { SETTINGS } from '../app/config.js';
import { explained } from '../app/failures.js';
import { VERSION } from '../app/version.js';
import { addAccountCommand, addGrantCommand } from './commands/account.js';
import { addAuditCommand } from './commands/audit.js';
import { addBackupCommand } from './commands/backup.js';
import { addCountryCommand } from './commands/country.js';
import { addCoverageCommand } from './commands/coverage.js';
import { addDemoCommand } from './commands/demo.js';
import { addDoctorCommand } from './commands/doctor.js';
import { addJobsCommand } from './commands/jobs.js';
import { addLoadCommand } from './commands/load.js';
import { addLoadsCommands, addRejectedCommand, addReloadCommand } from './commands/loads.js';
import { addMaintenanceCommand } from './commands/maintenance.js';
import { addMappingCommand } from './commands/mapping.js';
import { addMcpCommand } from './commands/mcp.js';
import { addMoveCommand } from './commands/move.js';
import { addNoticeCommand } from './commands/notice.js';
import { addPartyCommand } from './commands/party.js';
import { addPlanCommand } from './commands/plan.js';
import { addHsCommand, addRatesCommand } from './commands/reference.js';
import { addStoresCommand } from './commands/stores.js';
import { addSuppressCommand } from './commands/suppress.js';
import { addTopCommand } from './commands/top.js';
import { addWeightageCommand } from './commands/weightage.js';
import { type CommandContext, EXIT } from './shell/context.js';
import { plainLine } from './shell/print.js';

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
  addDemoCommand(program, context);
  addLoadCommand(program, context);
  addLoadsCommands(program, context);
  addMappingCommand(program, context);
  addCoverageCommand(program, context);
  addCountryCommand(program, context);
  addRejectedCommand(program, context);
  addReloadCommand(program, context);
  addPartyCommand(program, context);
  addStoresCommand(program, context);
  addSuppressCommand(program, context);
  addRatesCommand(program, context);
  addHsCommand(program, context);
  addAccountCommand(program, context);
  addPlanCommand(program, context);
  addGrantCommand(program, context);
  addWeightageCommand(program, context);
  addAuditCommand(program, context);
  addJobsCommand(program, context);
  addNoticeCommand(program, context);
  addMaintenanceCommand(program, context);
  addBackupCommand(program, context);
  addMoveCommand(program, context);
  addDoctorCommand(program, context);
  addTopCommand(program, context);
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
