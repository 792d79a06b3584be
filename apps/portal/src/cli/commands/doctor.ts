import { OperatorError } from '@tidewaiter/contract';
import { type Acts, act, listing, type Taken, taken, tell } from '../shell/act.js';
import { wholeNumber } from '../shell/arguments.js';

/** How long the files of the records are read unless it is said. */
const DEEP_MINUTES = 10;

export const DOCTOR_ACTS = {
  doctor: act({
    summary: 'what is wrong, or about to be',
    description:
      'Looks at the disk, memory, open files, rights, lock, clock, locale, engines, migrations, records, their completeness, ledger, archive, jobs, mail, public address with its certificate, and backups, and says of each what to do. ' +
      'Exit status 1: something is wrong. What will have to be mended soon is no failure.',
    takes: {
      deep: taken(
        '--deep [minutes]',
        `also read every file of the records and hold it against its sums, for so long at most (${DEEP_MINUTES} unless it is said)`,
        wholeNumber,
      ) as Taken<number | true | undefined>,
      bundle: taken(
        '--bundle <file>',
        'write what was found, versions, settings and loads into a file for whoever helps: no secrets, nobody’s data',
      ),
    },
    files: () => ({ bundle: ['overwrite'] }),
    example: ['doctor', 'doctor --deep 30', 'doctor --bundle support.json'],
    screen: ['operatorHealth'],
    async does({ deep, bundle, json }, context) {
      const services = await context.services();
      const [{ examine }, { bundleOf }] = await Promise.all([
        import('../../doctor/examine.js'),
        import('../../doctor/bundle.js'),
      ]);
      const findings = await examine(context.config, services, deep === true ? DEEP_MINUTES : deep);
      if (bundle !== undefined)
        await context.files.write(bundle, [await bundleOf(context.config, services, findings)], { overwrite: true });
      const listed = listing(findings, [], {
        '': ({ state }) => (state === 'well' ? '' : state.toUpperCase()),
        ...{ check: 'check', found: 'found' },
      });
      const todos = findings.filter(({ todo }) => todo !== '').map(({ check, todo }) => `${check}: ${todo}`);
      const bad = findings.filter(({ state }) => state === 'wrong').map(({ check }) => check);
      tell(context, json, [{ findings }, [listed, ...todos]]);
      if (bad.length > 0) throw new OperatorError(`To be mended: ${bad.join(', ')}.`);
      return undefined;
    },
  }),
} satisfies Acts;
