import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The messages in a data folder's outbox to an address, oldest first, with the soft line breaks taken out. */
export async function outbox(dataFolder: string, to: string): Promise<string[]> {
  const folder = join(dataFolder, 'outbox');
  const names = await readdir(folder).catch(() => []);
  // One that is still being written has another name.
  const whole = names.filter((name) => name.endsWith('.eml')).sort();
  const messages = await Promise.all(whole.map((name) => readFile(join(folder, name), 'utf8')));
  return messages
    .filter((message) => message.includes(`To: ${to}`))
    .map((message) => message.replaceAll('=\r\n', '').replaceAll('=3D', '='));
}

/** The tokens of the links in messages. */
export function linkTokens(messages: readonly string[]): string[] {
  return messages.flatMap((message) => [...message.matchAll(/#token=([\w-]{43})/g)].map(([, token]) => token ?? ''));
}
