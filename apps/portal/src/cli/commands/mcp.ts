import { once } from 'node:events';
import { OperatorError } from '@tidewaiter/contract';
import type { Command } from 'commander';
import { VERSION } from '../../app/version.js';
import type { CommandContext } from '../shell/context.js';
import { plainLine } from '../shell/print.js';

/** What names the portal and the key: a command line is seen by everybody on the machine. */
const [URL_SETTING, KEY_SETTING] = ['TIDEWAITER_URL', 'TIDEWAITER_API_KEY'] as const;

export function addMcpCommand(program: Command, context: CommandContext): void {
  program
    .command('mcp')
    .summary('the tools of a portal for an agent on this machine')
    .description(
      'Serves the tools of docs/mcp.md by the Model Context Protocol on standard input and output, and asks a portal over HTTP for each answer. ' +
        `Read from the environment: ${URL_SETTING}, where the portal is, and ${KEY_SETTING}, a key that a person made under Profile. ` +
        'It opens no data folder, and ends with its input. Exit status 1: a setting is missing or of no use.',
    )
    .addHelpText(
      'after',
      `\nExample:\n  $ export ${URL_SETTING}=https://portal.example ${KEY_SETTING}=tw_live_…\n  $ npx tidewaiter mcp`,
    )
    .action(async () => {
      const portal = portalOf(process.env[URL_SETTING]);
      const key = process.env[KEY_SETTING];
      if (!key) throw new OperatorError(`${KEY_SETTING} is not set.`, ['A key is made in the portal, under Profile.']);
      const [{ serveStdio }, { toolServer }, { askOverHttp }] = await Promise.all([
        import('@modelcontextprotocol/server/stdio'),
        import('../../http/mcp/tool-server.js'),
        import('../../http/mcp/ask-over-http.js'),
      ]);
      const ask = askOverHttp(portal, key);
      const serving = serveStdio(() => toolServer(VERSION, ask), {
        onerror: ({ message }) => context.err(plainLine(message)),
      });
      await once(process.stdin, 'close');
      await serving.close();
    });
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** @throws OperatorError for an address that is none, or at which a key would travel in the clear */
function portalOf(text: string | undefined): URL {
  if (!text) throw new OperatorError(`${URL_SETTING} is not set.`, ['It is the address of the portal: https://…']);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))) return url;
  throw new OperatorError(`${URL_SETTING} must begin with https://, or http:// for a portal on this machine.`);
}
