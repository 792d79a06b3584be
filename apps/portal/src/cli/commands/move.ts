import { OperatorError } from '@tidewaiter/contract';
import type { Home } from '../../backup/home.js';
import { finishMove, move, newHome, prepareMove, undoMove } from '../../backup/move.js';
import { type Acts, act, STOPPED, type Told, taken } from '../shell/act.js';
import type { CommandContext } from '../shell/context.js';
import { inWords, ledgerInWords, shown } from '../shell/print.js';

export const MOVE_ACTS = {
  move: act({
    summary: 'move the portal to other stores: onto servers, or back into a folder',
    description:
      'Takes records, accounts and files to the place of other settings: a data folder that is empty, and empty servers where CLICKHOUSE_URL ' +
      'and DATABASE_URL name any. With the portal running it copies what there is while people work. With the portal stopped it copies ' +
      'what has changed since, and the portal is there. Killed, the same command goes on. The old place stays as it was until --finish.',
    takes: {
      settings: taken(
        '[settings]',
        'a file of the settings of the new place, NAME=value in each line: those of the portal there',
      ),
      accept: taken('--accept', 'move stores that have lost some of what they held: whatever is gone is rightly gone'),
      undo: taken('--undo', 'take a move back: the portal works in the old place again'),
      finished: taken('--finish', 'remove what is left in the old folder'),
    },
    files: () => ({ settings: ['text'] }),
    example: 'move servers.env',
    screen: STOPPED,
    unaudited: 'the accounts that have the log are what it moves',
    async does({ settings, accept, undo, finished }, context) {
      if (undo) return takeBack(context);
      if (finished) return finish(context);
      if (settings === undefined)
        throw new OperatorError(
          'Name the file that holds the settings of the new place: npx tidewaiter move servers.env',
        );
      return context.isPortal ? prepare(context, settings, accept) : moveAll(context, settings, accept);
    },
  }),
} satisfies Acts;

async function homeIn({ cwd, config, files }: CommandContext, settings: string): Promise<Home> {
  const text = await files.textOf(settings);
  if (text === undefined)
    throw new OperatorError(`There is no file ${settings}, which should hold the settings of the new place.`);
  return newHome(text, settings, cwd, config);
}

async function prepare(context: CommandContext, settings: string, accept: boolean | undefined): Promise<Told> {
  const home = await homeIn(context, settings);
  const services = await context.services();
  const seconds = await shown(context, (progress) => prepareMove(services, home, { accept, progress }));
  const to = home.config.dataFolder;
  const words = [
    `What there is is in ${to}. The last round took ${Math.ceil(seconds)} s, and so long about will what has changed since and the accounts.`,
    'Stop the portal, run this again, and start the portal there.',
  ];
  return [{ to, moved: false, seconds }, words];
}

async function moveAll(context: CommandContext, settings: string, accept: boolean | undefined): Promise<Told> {
  const home = await homeIn(context, settings);
  const began = Date.now();
  const made = await shown(context, (progress) =>
    move(() => context.services(), home, context.config, { accept, progress }),
  );
  const to = home.config.dataFolder;
  const seconds = (Date.now() - began) / 1000;
  const words = [
    `The portal is in ${to}: ${inWords(made)}, in ${Math.ceil(seconds)} s. ${ledgerInWords(made)}`,
    `Start it with the settings of ${settings}. What is left here goes with: npx tidewaiter move --finish`,
  ];
  return [{ to, moved: true, seconds, ...made }, words];
}

function takeBack({ config }: CommandContext): Told {
  const to = undoMove(config);
  const words = `The portal works in ${config.dataFolder} again. Nothing that was done in ${to} since is here.`;
  return [{ to, moved: false }, words];
}

async function finish({ config }: CommandContext): Promise<Told> {
  const { dataFolder, databaseUrl, recordServer } = config;
  const to = await finishMove(config);
  const words = [
    `What was left in ${dataFolder} is removed. The portal is in ${to}.`,
    ...(databaseUrl !== undefined || recordServer !== undefined
      ? ['The databases of its servers are as they were: drop them with the servers’ own means.']
      : []),
  ];
  return [{ to, finished: true }, words];
}
