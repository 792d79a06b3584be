import { OperatorError } from '@tidewaiter/contract';
import { VERSION } from '../../app/version.js';
import { type Finding, well, wrong } from '../../doctor/finding.js';
import { type Acts, act, listing, type Taken, taken, tell } from '../shell/act.js';
import { wholeNumber } from '../shell/arguments.js';

/** How long the files of the records are read unless it is said. */
const DEEP_MINUTES = 10;

/** Findings as rows, with what to do of each beneath. */
const wordsOf = (findings: readonly Finding[]) => [
  listing(findings, [], {
    '': ({ state }) => (state === 'well' ? '' : state.toUpperCase()),
    ...{ check: 'check', found: 'found' },
  }),
  ...findings.filter(({ todo }) => todo !== '').map(({ check, todo }) => `${check}: ${todo}`),
];

/** @throws OperatorError where something is wrong, so that the command ends with status 1 */
function mustBeWell(findings: readonly Finding[]): void {
  const bad = findings.filter(({ state }) => state === 'wrong').map(({ check }) => check);
  if (bad.length > 0) throw new OperatorError(`To be mended: ${bad.join(', ')}.`);
}

/** What `status` says of, whether it is well or not. */
const ALWAYS_SHOWN = ['portal', 'data folder', 'records', 'jobs', 'backup', 'disk', 'address'];

/** Whether the folder's portal runs: it is the process that answers, or this is only a command. */
const portalFinding = (isPortal: boolean): Finding =>
  isPortal
    ? well('portal', `version ${VERSION}, process ${process.pid}, up for ${Math.round(process.uptime() / 60)} minutes`)
    : wrong(
        'portal',
        `version ${VERSION}, which does not run`,
        'Start it: npx tidewaiter serve, or systemctl start tidewaiter',
      );

export const DOCTOR_ACTS = {
  status: act({
    summary: 'how the portal is, in one screen',
    description:
      'Says which version runs and for how long, what is loaded, how jobs, backups, the disk and the certificate are, and whatever else the doctor finds wrong or about to be. ' +
      'Exit status 1: something is wrong, a portal that does not run among it.',
    example: ['status', 'status --json'],
    screen: ['operatorHealth'],
    async does({ json }, context) {
      const services = await context.services();
      const { examine } = await import('../../doctor/examine.js');
      const findings = [portalFinding(context.isPortal), ...(await examine(context.config, services))];
      const shown = findings.filter(({ check, state }) => state !== 'well' || ALWAYS_SHOWN.includes(check));
      tell(context, json, [{ version: VERSION, isRunning: context.isPortal, findings: shown }, wordsOf(shown)]);
      mustBeWell(shown);
      return undefined;
    },
  }),

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
      tell(context, json, [{ findings }, wordsOf(findings)]);
      mustBeWell(findings);
      return undefined;
    },
  }),
} satisfies Acts;
