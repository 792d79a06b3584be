import type { Command } from 'commander';
import { act } from '../shell/act.js';
import { day, wholeNumber } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';
import { count } from '../shell/print.js';

interface DemoOptions {
  rows: number;
  until?: string;
  remove?: boolean;
}

export function addDemoCommand(program: Command, context: CommandContext): void {
  act(program, context, 'demo', {
    summary: 'generated records to try the portal with',
    description:
      'Fills an empty data folder with generated records and a demo account with a random password. The records are the ' +
      'same for the same --rows and --until.',
    takes: (command) =>
      command
        .option('--rows <number>', 'how many records', wholeNumber, 300_000)
        .option('--until <day>', 'last day with records (default: the end of last month)', day)
        .option('--remove', 'take all of it out again'),
    async does({ rows, until, remove }: DemoOptions) {
      const services = await context.services();
      const { addDemo, removeDemo } = await import('../../app/demo.js');
      const { demoSignInFile, demoSignInLine } = await import('../../app/demo-sign-in.js');
      if (remove) {
        const removed = await removeDemo(services);
        return [removed, `The demo is taken out: ${count(removed.records)} records, ${removed.accounts} account.`];
      }
      const demo = await addDemo(services, { rows, until }, (label, done) =>
        context.progress({ label, ...(done !== undefined && { done, total: rows }) }),
      );
      context.progress(null);
      const { records, ...signIn } = demo;
      const { dataFolder } = services;
      const line = demoSignInLine(signIn, dataFolder, context.isTerminal);
      return [
        { records, email: signIn.email, signInFile: demoSignInFile(dataFolder) },
        [`${count(records)} demo records are loaded.`, line],
        { event: 'DEMO_ADDED', details: { records } },
      ];
    },
  });
}
