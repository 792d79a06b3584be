/** Connections that are held for nothing: what becomes of them, and of whoever works meanwhile. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { Agent, createServer as createHttpServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type {} from '@fastify/swagger';
import { closedAt, HELD } from '@tidewaiter/testing/held-connections';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { BASIC, payload } from '../../testing/calls.js';
import { sharedPortal } from '../../testing/shared-portal.js';
import { CONNECTION_LIMITS, type ConnectionLimits } from '../app/connection-limits.js';
import { answerOneByOne, beginForWhoIsThere, giveUpSlow, limitCallsUnderWay, limitConnections } from './connections.js';
import { boundLargeAnswers } from './large-answers.js';
import { createServer } from './server.js';

const held: Socket[] = [];
const servers: (Server | FastifyInstance)[] = [];
afterEach(async () => {
  for (const socket of held.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) await server.close();
});

interface Held {
  socket: Socket;
  /** All that the server said, once it closed its side. */
  said: Promise<string>;
}

/** Opens a connection that never closes its own side. */
function hold(port: number, text: string, localAddress = '127.0.0.1'): Held {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
  held.push(socket);
  socket.on('error', () => {});
  socket.on('connect', () => socket.write(text));
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString();
  });
  const said = Promise.race([once(socket, 'end'), once(socket, 'close')]).then(() => answer);
  return { socket, said };
}

/** How many of some objects anything still holds. */
function aliveOf(objects: readonly WeakRef<object>[]): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return objects.filter((one) => one.deref() !== undefined).length;
}

/** Has a server listen, and be closed behind the test. @returns its port */
async function listening(app: FastifyInstance): Promise<number> {
  servers.push(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** What calls wait at until it is opened. */
function gate() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { released, release };
}

const openOn = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

describe('a portal', () => {
  const portal = sharedPortal();

  /** The portal's calls under limits of a test's own. */
  async function listen(changes: Partial<ConnectionLimits>) {
    const connections = { ...CONNECTION_LIMITS, ...changes };
    const app = await createServer(portal.services, { ...portal.config, connections });
    return { app, port: await listening(app) };
  }

  it('answers what is malformed or too slow, and then closes its side and the connection', async () => {
    const { app, port } = await listen({ headers: 300, request: 600, checkEvery: 50 });
    const [malformed, header, body, silent] = await Promise.all(
      Object.values(HELD).map((text) => hold(port, text).said),
    );
    expect(malformed).toMatch(/^HTTP\/1\.1 400 Bad Request.*"errorCode":"VALIDATION"/s);
    for (const slow of [header, body]) {
      expect(slow).toMatch(/^HTTP\/1\.1 408 Request Timeout.*"errorCode":"REQUEST_TOO_SLOW"/s);
    }
    // Words on a connection that a browser opened ahead would be taken for the answer of its first call.
    expect(silent).toBe('');
    // The other side is open still.
    await expect.poll(() => openOn(app.server)).toBe(0);
  });

  it('lets calls under way end when it stops, closes what asks for nothing, and cuts off what takes too long', async () => {
    const connections = { ...CONNECTION_LIMITS, drain: 1000 };
    const app = await createServer(portal.services, { ...portal.config, connections });
    const { released, release } = gate();
    let begun = 0;
    app.get('/slow', async () => {
      begun += 1;
      await released;
      return { whole: 'answer' };
    });
    app.get('/endless', async () => {
      begun += 1;
      await new Promise(() => {});
    });
    const port = await listening(app);
    const slow = hold(port, get('/slow'));
    const endless = hold(port, get('/endless'));
    const unused = [hold(port, ''), hold(port, HELD['half a body'])];
    await expect.poll(() => begun).toBe(2);
    await expect.poll(() => openOn(app.server)).toBe(4);
    const stopped = app.close();
    for (const { said } of unused) expect(await said).toBe('');
    release();
    const answer = await slow.said;
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer.toLowerCase()).toContain('connection: close');
    expect(answer).toContain('"answer"');
    expect(await endless.said).toBe('');
    await stopped;
  });

  it('lets somebody work while connections of every kind are held, from their address and from others', async () => {
    const { person } = await portal.signIn();
    const { app, port } = await listen({ total: 40, perAddress: 20 });
    const texts = Object.values(HELD);
    for (let n = 0; n < 300; n += 1) hold(port, texts[n % texts.length] ?? '', `127.0.0.${1 + (n % 7)}`);
    const headers = { authorization: BASIC, accessedby: person.token, 'content-type': 'application/json' };
    const path = '/search-management/searchcount';
    const count = async () => {
      const call = request({ port, path, method: 'POST', agent: false, headers }).end(JSON.stringify(payload()));
      const [answer] = (await once(call, 'response')) as [IncomingMessage];
      await once(answer.resume(), 'end');
      return answer.statusCode;
    };
    for (let n = 0; n < 20; n += 1) {
      expect(await count()).toBe(200);
      expect(await openOn(app.server)).toBeLessThanOrEqual(40);
      for (let more = 0; more < 20; more += 1) hold(port, texts[more % texts.length] ?? '');
    }
  });

  it('makes what is the same for everybody once, at whatever moment callers close who asked for it', async () => {
    const { app, port } = await listen({});
    const { swagger } = app;
    let made = 0;
    app.swagger = ((...how: Parameters<typeof swagger>) => {
      made += 1;
      return swagger(...how);
    }) as typeof swagger;
    const fetched = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    const asset = /\/assets\/[^"\s]+/.exec(await (await fetched('/')).text())?.[0] ?? 'none';
    const docs = ['/json', '/yaml', '', '/static/swagger-ui-bundle.js'].map((rest) => `/api-docs${rest}`);
    const others = ['/api/v1/openapi.json', '/', '/mark.svg', asset, '/health/live', '/health/ready'];
    const constant = [...docs, ...others];
    let [isOver, alive] = [false, 0];
    const heartbeat = (async () => {
      for (; !isOver; alive += 1) {
        expect((await fetched('/health/live')).status).toBe(200);
        await sleep(10);
      }
    })();
    for (const path of constant) {
      const sockets = Object.values(closedAt(200)).flatMap((act, moment) =>
        Array.from({ length: 5 }, (_, n) => {
          const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.${moment}.${2 + n}` });
          held.push(socket);
          socket.on('error', () => {}).once('connect', () => act(socket, get(path)));
          return new Promise((resolve) => socket.once('close', resolve));
        }),
      );
      const before = alive;
      await Promise.all(sockets);
      expect(alive, path).toBeGreaterThan(before);
    }
    isOver = true;
    await heartbeat;
    // As JSON and as YAML.
    expect(made).toBe(2);
    await expect.poll(() => openOn(app.server)).toBeLessThanOrEqual(2);
    for (const path of constant) expect((await fetched(path)).status, path).toBe(200);
  });
});

/** A server whose answers to `/slow` wait until they are let go. */
async function slowServer(limits: Partial<ConnectionLimits>, byAddress = true) {
  const waiting: (() => void)[] = [];
  const server = createHttpServer((call, answer) => {
    if (call.url === '/slow') waiting.push(() => answer.end('slow'));
    else answer.end('quick');
  });
  servers.push(server);
  limitConnections(server, { ...CONNECTION_LIMITS, ...limits }, byAddress);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { server, port, waiting };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: portal\r\n\r\n`;

describe('where there are too many connections', () => {
  it('those that never asked are closed first, then those that wait longest, and none that works', async () => {
    const { port, waiting } = await slowServer({ total: 3, perAddress: 3 });
    const working = hold(port, get('/slow'));
    await expect.poll(() => waiting.length).toBe(1);
    const answered = hold(port, get('/quick'));
    await once(answered.socket, 'data');
    const silent = hold(port, '');
    await once(silent.socket, 'connect');

    const first = hold(port, get('/slow'));
    expect(await silent.said).toBe('');
    await expect.poll(() => waiting.length).toBe(2);
    const second = hold(port, get('/slow'));
    expect(await answered.said).toContain('quick');
    await expect.poll(() => waiting.length).toBe(3);
    // All of them work now: there is no place for another.
    expect(await hold(port, get('/slow')).said).toBe('');
    for (const answer of waiting) answer();
    for (const { socket } of [working, first, second]) {
      const [chunk] = await once(socket, 'data');
      expect(String(chunk)).toContain('slow');
    }
  });

  it('of one address, only its own are closed; a proxy is not one client', async () => {
    const alone = await slowServer({ total: 100, perAddress: 2 });
    const other = hold(alone.port, '', '127.0.0.2');
    const own = [1, 2, 3, 4].map(() => hold(alone.port, ''));
    await own[0]?.said;
    await own[1]?.said;
    await expect.poll(() => openOn(alone.server)).toBe(3);
    expect(other.socket.destroyed).toBe(false);

    const proxied = await slowServer({ total: 100, perAddress: 2 }, false);
    for (let n = 0; n < 20; n += 1) hold(proxied.port, '');
    await expect.poll(() => openOn(proxied.server)).toBe(20);
  });
});

it('calls under way are bounded for each address that a trusted proxy tells', async () => {
  const app = fastify({ trustProxy: (_, hop) => hop < 1 });
  app.addHook('onRequest', limitCallsUnderWay({ ...CONNECTION_LIMITS, perAddress: 2 }));
  const { released, release } = gate();
  let begun = 0;
  app.get('/', async () => {
    begun += 1;
    return released.then(() => 'done');
  });
  const url = `http://127.0.0.1:${await listening(app)}`;
  const ask = (address: string) => fetch(url, { headers: { 'x-forwarded-for': `198.51.100.9, ${address}` } });
  const calls = [ask('203.0.113.1'), ask('203.0.113.1')];
  // One that came before them would itself wait to be released.
  await expect.poll(() => begun).toBe(2);
  const refused = await ask('203.0.113.1');
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain('Too many requests');
  const elsewhere = ask('203.0.113.2');
  release();
  for (const call of [...calls, elsewhere]) expect((await call).status).toBe(200);
  expect((await ask('203.0.113.1')).status).toBe(200);
});

it('a connection that stays open holds nothing of the calls that were answered on it', async () => {
  const app = fastify({ forceCloseConnections: true });
  const work = new AsyncLocalStorage<object>();
  const done: WeakRef<object>[] = [];
  // What a call works on goes with it through all that it awaits, as it does in the portal.
  app.addHook('onRequest', (_, __, next) => {
    const own = { call: done.length };
    done.push(new WeakRef(own));
    work.run(own, next);
  });
  app.addHook('onRequest', answerOneByOne(CONNECTION_LIMITS));
  app.get('/', async () => 'answered');
  const port = await listening(app);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let n = 0; n < 50; n += 1) {
    await new Promise((resolve, reject) => {
      const asked = request({ port, host: '127.0.0.1', agent }, (answer) => answer.resume().once('end', resolve));
      asked.once('error', reject).end();
    });
  }
  expect(await openOn(app.server)).toBe(1);
  await sleep(50);
  // The last ones may still be in hand.
  expect(aliveOf(done)).toBeLessThan(5);
  agent.destroy();
});

it('a call whose caller left is not begun by its handler, also where a hook was answering it', async () => {
  const app = fastify({ forceCloseConnections: true });
  beginForWhoIsThere(app);
  let [hooked, begun] = [0, 0];
  app.register(async (answering) => {
    answering.addHook('preHandler', async (_, reply) => {
      hooked += 1;
      if (hooked > 1) return reply.send(Readable.from(['begins', new Promise(() => {})]));
    });
    answering.get('/', () => {
      begun += 1;
      return 'answered';
    });
  });
  const port = await listening(app);
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('answered');
  const { socket } = hold(port, get('/'));
  await once(socket, 'data');
  socket.destroy();
  await expect.poll(() => openOn(app.server)).toBeLessThan(2);
  await sleep(50);
  expect([hooked, begun]).toEqual([2, 1]);
});

describe('an answer that its client does not take', () => {
  const LARGE = 'x'.repeat(20_000_000);

  /** A server of large answers under limits of a test's own, and how many it has begun to make. */
  async function largeServer(changes: Partial<ConnectionLimits>) {
    const limits = { ...CONNECTION_LIMITS, ...changes };
    const app = fastify({ forceCloseConnections: true });
    let begun = 0;
    app.decorateRequest('caller', undefined);
    app.addHook('onRequest', answerOneByOne(limits));
    app.addHook('onSend', giveUpSlow(limits));
    boundLargeAnswers(app, limits);
    app.get('/', async () => {
      begun += 1;
      return LARGE;
    });
    app.get('/small', async () => 'small');
    const late: WeakRef<object>[] = [];
    app.get('/late', async (_, reply) => {
      late.push(new WeakRef(reply.raw), new WeakRef(reply.request.socket));
      await once(reply.raw, 'close');
      return LARGE;
    });
    return { app, port: await listening(app), begun: () => begun, late };
  }

  /** Asks and reads nothing, or a little at a time. */
  function ask(port: number, text: string, localAddress?: string) {
    const { socket, said } = hold(port, text, localAddress);
    socket.pause();
    return { socket, said };
  }

  it('is given up, also where it takes a few bytes now and then', async () => {
    const { app, port } = await largeServer({ stalled: 300 });
    ask(port, get('/'));
    const { socket } = ask(port, get('/'));
    const sip = setInterval(() => socket.read(1), 50);
    await expect.poll(() => openOn(app.server)).toBe(2);
    await expect.poll(() => openOn(app.server), { timeout: 5000 }).toBe(0);
    clearInterval(sip);
  });

  it('is all that is made of the calls on its connection, however many there are', async () => {
    const { app, port, begun } = await largeServer({});
    ask(port, get('/').repeat(10));
    await expect.poll(begun).toBe(1);
    await sleep(300);
    expect(begun()).toBe(1);
    // Nobody sends so many: the connection is closed, and none of them is begun.
    ask(port, get('/').repeat(200));
    await expect.poll(() => openOn(app.server)).toBe(1);
    expect(begun()).toBeLessThanOrEqual(2);
  });

  it('has those behind it made in order once it is taken', async () => {
    const { port } = await largeServer({});
    const { socket } = hold(port, `${get('/small').repeat(15)}`);
    let said = '';
    socket.on('data', (chunk) => {
      said += chunk.toString();
    });
    await expect.poll(() => said.split('200 OK').length - 1).toBe(15);
  });

  it('keeps its address from having more made, and nobody else', async () => {
    const { port, begun } = await largeServer({ untaken: { perAddress: 50e6, perAccount: 1e9, total: 1e9 } });
    for (let n = 0; n < 2; n += 1) ask(port, get('/'), '127.0.0.2');
    await expect.poll(begun).toBe(2);
    const more = ask(port, get('/'), '127.0.0.2');
    more.socket.resume();
    await expect.poll(() => more.socket.bytesRead).toBeGreaterThan(0);
    more.socket.end();
    expect(await more.said).toMatch(/^HTTP\/1\.1 429 /);
    const other = hold(port, get('/'), '127.0.0.3');
    await expect.poll(() => other.socket.bytesRead).toBeGreaterThan(20_000_000);
  });

  it('is held by nothing where its client left before it was made', async () => {
    const { port, late } = await largeServer({ untaken: { perAddress: 50e6, perAccount: 1e9, total: 1e9 } });
    for (let n = 1; n <= 10; n += 1) {
      const { socket } = ask(port, get('/late'));
      await expect.poll(() => late.length).toBe(2 * n);
      socket.destroy();
    }
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
    await expect.poll(() => aliveOf(late)).toBeLessThan(4);
  });

  it('is compressed in turn, and held as it is compressed', async () => {
    const { port } = await largeServer({ untaken: { perAddress: 50e6, perAccount: 1e9, total: 1e9 } });
    const fetched = (encoding: string) =>
      fetch(`http://127.0.0.1:${port}/`, { headers: { 'accept-encoding': encoding } });
    const [first, second] = [fetched('br'), fetched('gzip')];
    // Three of them as they are would be more than their address may hold: the third comes once the first is compressed.
    await first;
    const answers = await Promise.all([first, second, fetched('br')]);
    const told = answers.map(({ status, headers: of }) => `${status} ${of.get('content-encoding')} ${of.get('vary')}`);
    expect(told).toEqual(['br', 'gzip', 'br'].map((encoding) => `200 ${encoding} accept-encoding`));
    for (const answer of answers) expect(await answer.text()).toBe(LARGE);
  });

  it('is given up for others where everybody together have too much, the oldest of who has most', async () => {
    const { port, begun } = await largeServer({ untaken: { perAddress: 1e9, perAccount: 1e9, total: 70e6 } });
    const oldest = ask(port, get('/'), '127.0.0.2');
    await expect.poll(begun).toBe(1);
    const second = ask(port, get('/'), '127.0.0.2');
    const third = ask(port, get('/'), '127.0.0.3');
    await expect.poll(begun).toBe(3);
    const newcomer = hold(port, get('/'), '127.0.0.4');
    await expect.poll(() => newcomer.socket.bytesRead).toBeGreaterThan(20_000_000);
    oldest.socket.resume();
    await oldest.said;
    expect(oldest.socket.bytesRead).toBeLessThan(20_000_000);
    for (const { socket } of [second, third]) {
      socket.resume();
      await expect.poll(() => socket.bytesRead).toBeGreaterThan(20_000_000);
    }
  });
});
