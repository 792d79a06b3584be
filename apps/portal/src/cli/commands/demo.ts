import type { Command } from 'commander';
import { day } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';
import { count, printJson } from '../shell/print.js';
import { wholeNumber } from './load.js';

interface DemoOptions {
  rows: number;
  until?: string;
  remove?: boolean;
  json?: boolean;
}

export function addDemoCommand(program: Command, context: CommandContext): void {
  program
    .command('demo')
    .summary('generated records to try the portal with')
    .description(
      'Fills an empty data folder with generated records and a demo account with a random password. The records are the ' +
        'same for the same --rows and --until.',
    )
    .option('--rows <number>', 'how many records', wholeNumber, 300_000)
    .option('--until <day>', 'last day with records (default: the end of last month)', day)
    .option('--remove', 'take all of it out again')
    .option('--json', 'answer as JSON')
    .action(async (options: DemoOptions) => {
      const services = await context.services();
      const { addDemo, removeDemo } = await import('../../app/demo.js');
      const { demoSignInFile, demoSignInLine } = await import('../../app/demo-sign-in.js');
      if (options.remove) {
        const removed = await removeDemo(services);
        if (options.json) return printJson(context, removed);
        return context.out(`The demo is taken out: ${count(removed.records)} records, ${removed.accounts} account.`);
      }
      const demo = await addDemo(services, { rows: options.rows, until: options.until }, (label, done) =>
        context.progress({ label, ...(done !== undefined && { done, total: options.rows }) }),
      );
      context.progress(null);
      const { records, ...signIn } = demo;
      const { dataFolder } = services;
      if (options.json) {
        return printJson(context, { records, email: signIn.email, signInFile: demoSignInFile(dataFolder) });
      }
      context.out(`${count(records)} demo records are loaded.`);
      context.out(demoSignInLine(signIn, dataFolder, context.isTerminal));
    });
}
