/** A portal as people reach it: behind a proxy that ends TLS and speaks HTTP/2 to the browser, so that files come as Brotli's. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as ask } from 'node:http';
import { createSecureServer } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A certificate of its own for this host, which a browser must be told to take. */
function certificate() {
  const folder = mkdtempSync(join(tmpdir(), 'tidewaiter-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const what = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  execFileSync('openssl', [...what, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const made = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return made;
}

/** Headers that belong to one connection, which HTTP/2 refuses. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'host']);
const passedOn = (headers) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':') && !OF_CONNECTION.has(name)));

/** @returns the address under which the portal is reached by TLS, and what ends it */
export async function behindTls(url) {
  const portal = new URL(url);
  const server = createSecureServer(certificate(), (request, response) => {
    const { hostname, port } = portal;
    const headers = { ...passedOn(request.headers), host: request.authority, 'x-forwarded-proto': 'https' };
    const asked = ask({ hostname, port, method: request.method, path: request.url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, passedOn(answer.headers));
      answer.pipe(response);
    });
    asked.on('error', () => response.destroy());
    request.pipe(asked);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `https://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
