/** What is sent compressed: the files of the app, and the description of the calls, which nobody is sent twice. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { sharedPortal } from '../../testing/shared-portal.js';

const portal = sharedPortal();

it('the files of the app are sent as they were compressed when it was built', async () => {
  const folder = fileURLToPath(new URL('../../../web/dist/assets', import.meta.url));
  const files = (await readdir(folder)).filter((file) => /\.(js|css)$/.test(file));
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size));
  const large = files.filter((_, index) => (sizes[index] ?? 0) >= 1024);
  expect(large.length).toBeGreaterThan(20);
  for (const file of large) {
    for (const [encoding, end] of Object.entries({ br: '.br', gzip: '.gz', identity: '' })) {
      const url = `/assets/${file}`;
      const { headers, rawPayload } = await portal.app.inject({ url, headers: { 'accept-encoding': encoding } });
      expect([headers['content-encoding'], headers['content-type']]).toEqual([
        encoding === 'identity' ? undefined : encoding,
        expect.stringMatching(file.endsWith('.css') ? /^text\/css/ : /javascript/),
      ]);
      expect(headers['cache-control']).toContain('immutable');
      expect(rawPayload.equals(await readFile(join(folder, file + end))), `${file}${end}`).toBe(true);
    }
  }
});

it.each(['/api-docs/json', '/api-docs/yaml', '/api/v1/openapi.json'])(
  'is not sent again from %s to who has it, in whichever encoding',
  async (path) => {
    const ask = (headers: Record<string, string>) => portal.app.inject({ url: path, headers });
    const [whole, small] = [await ask({ 'accept-encoding': 'identity' }), await ask({ 'accept-encoding': 'br' })];
    expect(brotliDecompressSync(small.rawPayload).equals(whole.rawPayload)).toBe(true);
    const { etag = 'none' } = whole.headers;
    expect([small.headers.etag, small.headers['content-encoding']]).toEqual([etag, 'br']);
    const again = await ask({ 'if-none-match': `"another", ${String(etag)}` });
    expect([again.statusCode, again.headers.etag, again.body]).toEqual([304, etag, '']);
    expect((await ask({ 'if-none-match': '"another"' })).statusCode).toBe(200);
  },
);
