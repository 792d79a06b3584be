/** Bytes that are no call, or not quite one. */
import { connect } from 'node:net';
import type { Random } from '@tidewaiter/demo';

const HEAD = 'Host: portal\r\nConnection: close\r\n';

/** What is sent on a connection of its own, with the side that sends left open. */
const MALFORMED: readonly ((random: Random) => string | Buffer)[] = [
  () => 'NONSENSE\r\n\r\n',
  () => '\r\n\r\n\r\n',
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => `GET / HTTP/9.9\r\n${HEAD}\r\n`,
  () => 'GET /\r\n\r\n',
  () => `GET  /  HTTP/1.1\r\n${HEAD}\r\n`,
  () => 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
  () => `GET / HTTP/1.1\nHost: portal\nConnection: close\n\n`,
  () => `GET /a\u0000b HTTP/1.1\r\n${HEAD}\r\n`,
  () => `GET http://elsewhere.example/login HTTP/1.1\r\n${HEAD}\r\n`,
  () => `CONNECT elsewhere.example:443 HTTP/1.1\r\n${HEAD}\r\n`,
  () => `OPTIONS * HTTP/1.1\r\n${HEAD}\r\n`,
  () => `TRACE / HTTP/1.1\r\n${HEAD}\r\n`,
  () => `GET / HTTP/1.1\r\n${HEAD}Upgrade: websocket\r\n\r\n`,
  () => `GET / HTTP/1.1\r\n${HEAD}no colon\r\n\r\n`,
  () => `GET / HTTP/1.1\r\n${HEAD}: no name\r\n\r\n`,
  () => `GET / HTTP/1.1\r\n${HEAD}Folded: a\r\n b\r\n\r\n`,
  () => `GET / HTTP/1.1\r\n${HEAD}Long: ${'x'.repeat(20_000)}\r\n\r\n`,
  () => `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${HEAD}\r\n`,
  () => `GET / HTTP/1.1\r\n${HEAD}${Array.from({ length: 3000 }, (_, n) => `A${n}: b\r\n`).join('')}\r\n`,
  () => `POST /user-management/login HTTP/1.1\r\n${HEAD}Content-Length: -1\r\n\r\n`,
  () => `POST /user-management/login HTTP/1.1\r\n${HEAD}Content-Length: 1e3\r\n\r\n`,
  () => `POST /user-management/login HTTP/1.1\r\n${HEAD}Content-Length: 99999999999999999999\r\n\r\n`,
  () => `POST /user-management/login HTTP/1.1\r\n${HEAD}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`,
  () =>
    `POST /user-management/login HTTP/1.1\r\n${HEAD}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  () => `POST /user-management/login HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  () => `POST /user-management/login HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n`,
  () => `POST /user-management/login HTTP/1.1\r\n${HEAD}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
  () => `POST /user-management/login HTTP/1.1\r\n${HEAD}Expect: the impossible\r\nContent-Length: 2\r\n\r\n{}`,
  () => `GET /login HTTP/1.1\r\nHost: portal\r\n\r\nGET /login HTTP/1.1\r\n${HEAD}\r\n`,
  () => `GET /login HTTP/1.1\r\nHost: portal\r\n\r\nNONSENSE\r\n\r\n`,
  (random) => Buffer.from(Array.from({ length: 1 + random.below(2000) }, () => random.below(256))),
];

/** How long an answer is waited for; a connection that the server still reads from has none. */
const PATIENCE_MS = 1500;

/** Sends bytes that are no call, and answers all that came back. */
export function sendMalformed(port: number, random: Random): Promise<{ sent: string; said: string }> {
  const bytes = random.pick(MALFORMED)(random);
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let said = '';
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ sent: bytes.toString('latin1').slice(0, 200), said });
    };
    const timer = setTimeout(finish, PATIENCE_MS);
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1');
    });
    for (const end of ['end', 'close', 'error']) socket.on(end, finish);
  });
}
