import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { countedAddress } from '@tidewaiter/accounts';
import { TooManyRequests } from '@tidewaiter/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { ConnectionLimits } from '../app/connection-limits.js';
import { onceOver } from './call/disconnect.js';

interface Connection {
  address: string;
  calls: Set<IncomingMessage>;
  /** Whether it ever had an answer. */
  answered: boolean;
  /** When it opened or had its last answer, by order. */
  since: number;
}

/** Those that are open. */
interface Connections {
  /** Closes all of them, or those on which no whole call waits for its answer. */
  close(which: 'ALL' | 'IDLE'): void;
}

/** A call counts once it has arrived whole: whoever sends one byte a second does not work. */
const isWorking = ({ calls }: Connection) => [...calls].some(({ complete }) => complete);

/** Whether it is given up before another one: first those that never had an answer, of either kind the one that waits longest. */
const isBefore = (one: Connection, other: Connection) =>
  one.answered === other.answered ? one.since < other.since : !one.answered;

/**
 * Bounds how many connections are open, so that nobody takes the files that the engines need. Where there are too many, the new one
 * takes the place of one that waits for nothing: a browser opens that again unnoticed, while refusing the new one would let whoever
 * holds all places keep everybody out. Only where every other one works is the new one refused.
 *
 * @param byAddress whether each client address is bounded too: not behind a proxy, whose connections are everybody's
 */
export function limitConnections(server: Server, limits: ConnectionLimits, byAddress: boolean): Connections {
  const open = new Map<Socket, Connection>();
  const perAddress = new Map<string, number>();
  let order = 0;

  const forget = (socket: Socket) => {
    const connection = open.get(socket);
    if (!connection || !open.delete(socket)) return;
    const left = (perAddress.get(connection.address) ?? 0) - 1;
    if (left > 0) perAddress.set(connection.address, left);
    else perAddress.delete(connection.address);
  };
  const close = (socket: Socket) => {
    forget(socket);
    socket.destroy();
  };
  const makeRoom = (comer: Socket, isNeighbour: (connection: Connection) => boolean) => {
    let given: [Socket, Connection] | undefined;
    for (const entry of open) {
      const [socket, connection] = entry;
      if (socket === comer || !isNeighbour(connection) || isWorking(connection)) continue;
      if (!given || isBefore(connection, given[1])) given = entry;
    }
    close(given?.[0] ?? comer);
  };

  server.on('connection', (socket: Socket) => {
    const address = countedAddress(socket.remoteAddress ?? '');
    order += 1;
    open.set(socket, { address, calls: new Set(), answered: false, since: order });
    const ofAddress = (perAddress.get(address) ?? 0) + 1;
    perAddress.set(address, ofAddress);
    socket.once('close', () => forget(socket));
    if (byAddress && ofAddress > limits.perAddress) makeRoom(socket, (other) => other.address === address);
    if (open.size > limits.total) makeRoom(socket, () => true);
  });
  server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    const connection = open.get(request.socket);
    connection?.calls.add(request);
    answer.once('close', () => {
      if (!connection) return;
      connection.calls.delete(request);
      connection.answered = true;
      order += 1;
      connection.since = order;
    });
  });
  return {
    close(which) {
      for (const [socket, connection] of open) if (which === 'ALL' || !isWorking(connection)) close(socket);
    },
  };
}

/** For how long a server waits for calls, as Node.js takes it. @param idle until a connection without a call is closed */
export const timesOf = ({ request, calls, headers, checkEvery }: ConnectionLimits, idle: number) => ({
  requestTimeout: request,
  keepAliveTimeout: idle,
  maxRequestsPerSocket: calls,
  http: { headersTimeout: headers, connectionsCheckingInterval: checkEvery },
});

/** How often connections are looked for that have become idle while a portal stops, in milliseconds. */
const DRAIN_EVERY_MS = 50;

/**
 * Lets calls and downloads that are under way end when the portal stops, for as long as `drain` says; then the rest is cut off. What
 * asks for nothing is closed at once, and whoever is answered meanwhile is told not to ask here again.
 */
export function drainAtEnd(app: FastifyInstance, connections: Connections, { drain }: ConnectionLimits): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
    // One whose start has failed closes without a word.
    if (!app.server.listening) return;
    const idle = setInterval(() => connections.close('IDLE'), DRAIN_EVERY_MS);
    const rest = setTimeout(() => connections.close('ALL'), drain);
    app.server.once('close', () => {
      clearInterval(idle);
      clearTimeout(rest);
    });
    connections.close('IDLE');
  });
  app.addHook('onSend', async (_, reply) => {
    if (isStopping) reply.header('connection', 'close');
  });
}

/**
 * Bounds the calls of one client address that are under way, as the trusted proxies tell it: their connections are everybody's, and
 * one connection may carry several calls at once.
 *
 * @throws TooManyRequests from the hook that it answers with
 */
export function limitCallsUnderWay({ perAddress }: ConnectionLimits) {
  const underWay = new Map<string, number>();
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const address = countedAddress(request.ip);
    const calls = underWay.get(address) ?? 0;
    if (calls >= perAddress) throw new TooManyRequests(1);
    underWay.set(address, calls + 1);
    onceOver(reply, () => {
      const left = (underWay.get(address) ?? 0) - 1;
      if (left > 0) underWay.set(address, left);
      else underWay.delete(address);
    });
  };
}

/**
 * Begins a call only when the answer before it on its connection has been taken: whoever sends many calls at once and reads nothing
 * would else have all their answers made and held.
 */
export function answerOneByOne({ pipelined }: ConnectionLimits) {
  interface Turns {
    waiting: number;
    /** Resolved once the last call so far has been answered. */
    last: Promise<unknown>;
    /** What ends the calls that are not answered yet: of an answer that waits for its turn, the end of its connection is never told. */
    readonly open: Set<() => void>;
  }
  const turns = new WeakMap<Socket, Turns>();

  function turnsOf(socket: Socket): Turns {
    const known = turns.get(socket);
    if (known) return known;
    const made: Turns = { waiting: 0, last: Promise.resolve(), open: new Set() };
    socket.once('close', () => {
      for (const end of made.open) end();
    });
    turns.set(socket, made);
    return made;
  }

  return async ({ raw: { socket } }: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    // A call that a test injects has no connection.
    if (!(socket instanceof Socket)) return;
    const of = turnsOf(socket);
    const before = of.last;
    // Nothing of a call may hang on what lives as long as its connection: a proxy's lives for days, and holds a call's whole work with it.
    of.last = new Promise<void>((resolve) => {
      const end = () => {
        of.open.delete(end);
        resolve();
      };
      of.open.add(end);
      onceOver(reply, end);
    });
    of.waiting += 1;
    if (of.waiting > pipelined) socket.destroy();
    await before;
    of.waiting -= 1;
    return socket.destroyed ? reply.hijack() : undefined;
  };
}

/** A handler that does not begin a call that is over. */
export const whileThere = (handler: RouteHandlerMethod): RouteHandlerMethod =>
  function (request, reply) {
    return reply.raw.closed ? reply.hijack() : handler.call(this, request, reply);
  };

/**
 * Keeps handlers from beginning calls that are over: their caller left while they waited, or while a hook answered them, which the framework
 * takes for a hook that has not answered. For the routes that are put on the server after it.
 */
export function beginForWhoIsThere(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.handler = whileThere(route.handler);
  });
}

/** Gives up an answer that its client takes too slowly: what waits to be sent holds memory, a file and a connection. */
export function giveUpSlow({ stalled, leastTaken }: ConnectionLimits) {
  return async ({ raw: { socket } }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!(socket instanceof Socket)) return;
    const taken = () => socket.bytesWritten - socket.writableLength;
    let before = taken();
    const watch = setInterval(() => {
      // While nothing waits for the client, it is us who are slow.
      if (socket.writableLength > 0 && taken() - before < leastTaken) socket.destroy();
      before = taken();
    }, stalled).unref();
    onceOver(reply, () => clearInterval(watch));
  };
}
