/** The tools on standard input and output, as an agent's program starts them, of a portal that is asked over HTTP. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { COMMAND, commandFolder } from '@tidewaiter/testing/command';
import { beforeAll, expect, it } from 'vitest';
import { ASKED, programFor } from '../../testing/program.js';
import { sharedPortal } from '../../testing/shared-portal.js';
import { callTool } from '../../testing/tool-answer.js';

const portal = sharedPortal();
let key: string;
beforeAll(async () => {
  ({ key } = await programFor(portal, await portal.signIn(), ['search']));
});

async function agentOf(url: string, shown = key) {
  const client = new Client({ name: 'test', version: '1' });
  const env = { PATH: process.env.PATH ?? '', TIDEWAITER_URL: url, TIDEWAITER_API_KEY: shown };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [COMMAND, 'mcp'], env }));
  const call = (name: string, args: object) => callTool(client, name, args);
  return { client, call };
}

it('are those of /mcp, and answer as those do', async () => {
  const { client, call } = await agentOf(portal.url);
  expect((await client.listTools()).tools).toHaveLength(10);
  const { structuredContent } = await call('count_records', ASKED);
  expect(structuredContent).toMatchObject({ count: 4, values_from_customs_files: { count: 4 } });
  const refused = await call('unit_prices', ASKED);
  expect(JSON.parse(refused.content[0]?.text ?? '')).toMatchObject({ code: 'key_scope' });
  expect((await call('coverage', {})).isError).toBeFalsy();
  await client.close();
});

it('tell an agent that the portal is away, or does not know the key', async () => {
  const away = await agentOf('http://127.0.0.1:9');
  const told = await away.call('count_records', ASKED);
  expect([told.isError, JSON.parse(told.content[0]?.text ?? '')]).toMatchObject([true, { code: 'no_answer' }]);
  await away.client.close();
  const stranger = await agentOf(portal.url, 'tw_live_none');
  const { content } = await stranger.call('count_records', ASKED);
  expect(JSON.parse(content[0]?.text ?? '')).toMatchObject({ code: 'key_unknown' });
  await stranger.client.close();
});

it('are not served without an address and a key, nor over the net in the clear', async () => {
  const said = async (settings: Record<string, string>) => {
    const folder = await commandFolder('/nowhere', { TIDEWAITER_URL: '', TIDEWAITER_API_KEY: '', ...settings });
    return folder.run('mcp');
  };
  const url = 'portal.example';
  for (const [settings, words] of [
    [{}, 'TIDEWAITER_URL is not set'],
    [{ TIDEWAITER_URL: `https://${url}` }, 'TIDEWAITER_API_KEY is not set'],
    [{ TIDEWAITER_URL: `http://${url}`, TIDEWAITER_API_KEY: 'tw_live_x' }, 'https://'],
  ] as const)
    expect(await said(settings)).toMatchObject({ status: 1, err: expect.stringContaining(words) });
});
