import { OperatorError } from '@tidewaiter/contract';
import type { Command } from 'commander';
import type { CommandContext } from '../shell/context.js';
import { printJson, table } from '../shell/print.js';
import { wholeNumber } from './load.js';

/** How long the files of the records are read unless it is said. */
const DEEP_MINUTES = 10;

export function addDoctorCommand(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .summary('what is wrong, or about to be')
    .description(
      'Looks at the disk, memory, open files, rights, lock, clock, locale, engines, migrations, records, their completeness, ledger, archive, jobs, mail, public address with its certificate, and backups, and says of each what to do. ' +
        'Exit status 1: something is wrong. What will have to be mended soon is no failure.',
    )
    .option(
      '--deep [minutes]',
      `also read every file of the records and hold it against its sums, for so long at most (${DEEP_MINUTES} unless it is said)`,
      wholeNumber,
    )
    .option('--json', 'answer as JSON')
    .option(
      '--bundle <file>',
      'write what was found, versions, settings and loads into a file for whoever helps: no secrets, nobody’s data',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ npx tidewaiter doctor\n  $ npx tidewaiter doctor --deep 30\n  $ npx tidewaiter doctor --bundle support.json',
    )
    .action(async ({ deep, json, bundle }: { deep?: number | true; json?: boolean; bundle?: string }) => {
      const services = await context.services();
      const [{ examine }, { bundleOf }] = await Promise.all([
        import('../../doctor/examine.js'),
        import('../../doctor/bundle.js'),
      ]);
      const found = await examine(context.config, services, deep === true ? DEEP_MINUTES : deep);
      if (bundle !== undefined) {
        const text = await bundleOf(context.config, services, found);
        await context.files.write(bundle, [text], { overwrite: true });
      }
      if (json) printJson(context, { findings: found });
      else {
        table(
          context,
          ['', 'check', 'found'],
          found.map(({ state, check, found }) => [state === 'well' ? '' : state.toUpperCase(), check, found]),
        );
        for (const { check, todo } of found) if (todo !== '') context.out(`${check}: ${todo}`);
      }
      const bad = found.filter(({ state }) => state === 'wrong').map(({ check }) => check);
      if (bad.length > 0) throw new OperatorError(`To be mended: ${bad.join(', ')}.`);
    });
}
