/** The page about webhooks: its receivers know a message that we sent, and no other. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { WEBHOOK_EVENTS } from '@tidewaiter/contract';
import { freePort } from '@tidewaiter/testing/free-port';
import { expect, it } from 'vitest';
import { sharedAccount, sharedPortal } from '../../testing/shared-portal.js';

const PAGE = readFileSync(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8');
const block = (language: string) => new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'm').exec(PAGE)?.[1] ?? '';

const portal = sharedPortal({ WEBHOOK_TARGETS: '127.0.0.1' });
const account = sharedAccount(portal);

const isThere = (program: string) => {
  try {
    execFileSync(program, ['--version']);
    return true;
  } catch {
    process.stdout.write(`Skipped: there is no "${program}" here.\n`);
    return false;
  }
};

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(url, { method: 'POST', body: '{}' }).catch(() => undefined);
    // What is not signed is refused.
    if (answer) return expect(answer.status).toBe(401);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the receiver does not answer');
}

/** Runs a receiver of the page, and has a message sent to it. */
async function receive(program: string, args: readonly string[], code: string) {
  const port = await freePort();
  const { webhookId, secret } = await account.client.createWebhook({
    address: `http://127.0.0.1:${port}/`,
    events: ['data.new'],
  });
  const env = { ...process.env, WEBHOOK_SECRET: secret };
  const child: ChildProcess = spawn(program, [...args, code.replace('8080', String(port))], { env });
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  try {
    await answers(`http://127.0.0.1:${port}/`);
    await account.client.testWebhook({}, { params: { webhookId } });
    await portal.services.accounts.jobs.settle();
    const { deliveryList } = await account.client.deliveryList({}, { params: { webhookId } });
    await expect.poll(() => said).toContain('webhook.test');
    return { said, sent: deliveryList[0] };
  } finally {
    child.kill();
  }
}

it('has a receiver for Node.js that takes in what is signed, and nothing else', async () => {
  const { said, sent } = await receive(process.execPath, ['--input-type=module', '-e'], block('js'));
  expect(sent).toMatchObject({ state: 'DELIVERED', status: 204 });
  expect(said).toContain(sent?.deliveryId);
});

it.skipIf(!isThere('python3'))('has a receiver for Python that does the same', async () => {
  const { said, sent } = await receive('python3', ['-c'], block('python'));
  expect(sent).toMatchObject({ state: 'DELIVERED', status: 204 });
  expect(said).toContain(sent?.deliveryId);
});

it('names everything that is told', () => {
  for (const event of [...WEBHOOK_EVENTS, 'webhook.test']) expect(PAGE).toContain(`| \`${event}\` |`);
});
