import { resolve } from 'node:path';
import { OperatorError } from '@tidewaiter/contract';
import { InvalidArgumentError } from 'commander';
import { openSettings } from '../../app/config.js';
import type { Services } from '../../app/services.js';
import { bytes } from '../../app/sizes.js';
import { backUp } from '../../backup/back-up.js';
import { checkBackups, lackOf } from '../../backup/check.js';
import { drill } from '../../backup/drill.js';
import { backupsIn, findBackup } from '../../backup/manifest.js';
import { isBucket, openRepository, type Repository } from '../../backup/repository.js';
import { type Acts, act, STOPPED, type Told, taken, tell } from '../shell/act.js';
import type { FileDeed } from '../shell/caller-files.js';
import type { CommandContext } from '../shell/context.js';
import { count, inWords, ledgerInWords, shown } from '../shell/print.js';

/** A day or a moment, as ISO writes it. */
function moment(text: string): string {
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z?)?$/.test(text))
    throw new InvalidArgumentError('A day or a moment (UTC): 2026-11-25, or 2026-11-25T14:00.');
  return text;
}

const WHERE = 'a folder, or s3://bucket/prefix; that of BACKUP_TO where none is given';

/** The place of BACKUP_TO is the portal's own, as a bucket is; any other folder is the caller's. */
function placeOf({ cwd, config, files }: CommandContext, given: string | undefined): Repository {
  const { to, bucket } = config.backups;
  const isPortals = to !== undefined && (given === undefined || resolve(cwd, given) === resolve(config.dataFolder, to));
  const where = isPortals ? to : given;
  if (where === undefined) throw new OperatorError('Say where: a folder or s3://bucket/prefix, or set BACKUP_TO.');
  return isPortals || isBucket(where) ? openRepository(where, config.dataFolder, bucket) : files.backups(where);
}

const place = taken('[where]', WHERE);
const READ_BACKUPS: readonly FileDeed[] = ['fetch', 'list'];

export const BACKUP_ACTS = {
  backup: act({
    summary: 'back up records, accounts and the files that were loaded',
    description:
      'Copies records, accounts, the files that were loaded and the settings that are no secret, as they are at one moment, while ' +
      'people work. What an earlier backup there holds already is not copied again. Older ones go by the rule of BACKUP_KEEP.',
    takes: {
      where: place,
      list: taken('--list', 'make none: list those that there are'),
      check: taken('--check', 'make none: read back everything that those which there are need'),
      drill: taken(
        '--drill',
        'make none: restore the newest beside the portal, look whether it is whole, and remove it',
      ),
      asOf: taken('--as-of <moment>', 'with --drill: the newest up to then', moment),
      accept: taken(
        '--accept',
        'make one of stores that have lost some of what they held: whatever is gone is rightly gone, and those after it are held against it',
      ),
    },
    files: ({ list, check, drill }) => ({
      where: list || check || drill ? READ_BACKUPS : [...READ_BACKUPS, 'put', 'remove'],
    }),
    example: ['backup /mnt/backups', 'backup s3://backups/tidewaiter --check', 'backup --drill'],
    screen: ['backUpNow'],
    audit: 'BACKED_UP',
    async does({ where, list, check, drill, asOf, accept, json }, context) {
      // A portal that runs knows its own place, and is given the command before that is asked for.
      const services = list || check || drill ? undefined : await context.services();
      const repository = placeOf(context, where);
      if (services) return make(context, services, repository, accept);
      if (list) return listBackups(repository);
      return check ? runCheck(context, repository, json) : runDrill(context, repository, asOf);
    },
  }),

  restore: act({
    summary: 'bring a backup back into an empty folder',
    description:
      'Brings a backup back into the data folder of TIDEWAITER_DATA_DIR, and into the servers of CLICKHOUSE_URL and DATABASE_URL where ' +
      'they are set. All of them must be empty. Stopped half-way, the same command goes on; until it has ended nothing else opens the folder.',
    takes: {
      where: place,
      asOf: taken('--as-of <moment>', 'the newest backup up to a day or a moment (UTC)', moment),
      stage: taken(
        '--stage',
        'bring records and files alone: a restore of a later backup of this portal has then little left to do',
      ),
    },
    files: () => ({ where: READ_BACKUPS }),
    example: 'restore /mnt/backups --as-of 2026-11-24',
    screen: STOPPED,
    audit: 'RESTORED',
    async does({ where, asOf, stage = false }, context) {
      const repository = placeOf(context, where);
      const manifest = await findBackup(repository, asOf);
      // It opens engines, which every other command would wait for.
      const { restore } = await import('../../backup/restore.js');
      const { config } = context;
      const made = await shown(context, (progress) =>
        restore(config, repository, manifest, { staged: stage, progress }),
      );
      const answer = { ...made, settings: manifest.settings };
      if (stage)
        return [
          answer,
          `The ${count(made.records)} records of ${made.at} are in ${config.dataFolder}, which waits for a later backup: restore that without --stage.`,
        ];
      const settings = Object.entries(manifest.settings).map(([name, value]) => `  ${name}=${value}`);
      const words = [
        `The backup of ${made.at} is restored into ${config.dataFolder}: ${inWords(made)}. ${ledgerInWords(made)}`,
        ...(made.erased > 0
          ? [
              `${made.erased === 1 ? 'One person' : `${count(made.erased)} people`} erased after this backup: erased again.`,
            ]
          : []),
        ...(settings.length > 0 ? ['It was run with these settings; what was secret is not kept:', ...settings] : []),
      ];
      return [answer, words];
    },
  }),
} satisfies Acts;

async function make(
  context: CommandContext,
  services: Services,
  repository: Repository,
  accept: boolean | undefined,
): Promise<Told> {
  const told = { rule: context.config.backups.keep, settings: openSettings(process.env), accept };
  const made = await shown(context, (progress) => backUp(services, repository, { ...told, progress }));
  if (made.notRemoved !== undefined) context.err(`  Older ones were not let go: ${made.notRemoved}`);
  const sizes = `${bytes(made.bytes)}, ${bytes(made.newBytes)} of them new`;
  const words = [
    `The backup of ${made.at} is in ${repository.where}: ${sizes}, data version ${made.dataVersion}.`,
    ...made.removed.map((time) => `  The backup of ${time} is let go.`),
  ];
  return [made, words];
}

async function listBackups(repository: Repository): Promise<Told> {
  const backups = await backupsIn(repository);
  const none = `There is no backup in ${repository.where}.`;
  return [{ backups }, backups.length === 0 ? none : backups.map((time) => `  ${time}`)];
}

async function runCheck(
  context: CommandContext,
  repository: Repository,
  json: boolean | undefined,
): Promise<undefined> {
  const found = await shown(context, (progress) => checkBackups(repository, progress));
  const broken = found.backups.filter(({ isWhole }) => !isWhole);
  const lines = found.backups.map(({ at, isWhole }) => `  ${at}  ${isWhole ? 'whole' : 'DAMAGED'}`);
  tell(context, json, [found, [...lines, `${bytes(found.bytes)} were read back.`]]);
  if (found.backups.length === 0) throw new OperatorError(`There is no backup in ${repository.where}.`);
  if (broken.length > 0)
    throw new OperatorError(
      `${broken.length} of ${found.backups.length} backups are not whole. Remove what is damaged and make a new one: it copies what is missing.`,
      broken.flatMap(({ at, problems }) => problems.slice(0, 5).map((problem) => `${at}: ${problem}`)),
    );
}

async function runDrill(context: CommandContext, repository: Repository, asOf: string | undefined): Promise<Told> {
  const manifest = await findBackup(repository, asOf);
  context.progress({ label: 'restoring beside the portal' });
  const made = await drill(resolve(context.config.dataFolder), repository, manifest).finally(() =>
    context.progress(null),
  );
  const lacking = await lackOf(repository, manifest);
  if (lacking.length > 0)
    throw new OperatorError(
      `The backup of ${made.at} restores, and holds less than the one before it. What was restored is removed again.`,
      [...lacking, 'restore --as-of brings back the one before.'],
    );
  const words = `The backup of ${made.at} restores: ${inWords(made)}, in ${made.seconds} s. What was restored is removed again.`;
  return [made, words];
}
