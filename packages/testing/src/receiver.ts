import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { ended, onLoopback } from './loopback.js';

/** A message as a receiver of webhooks has heard it. */
export interface Heard {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** A receiver of webhooks on loopback, which answers as a test says. */
export interface Receiver {
  url: string;
  heard: Heard[];
  /** How it answers from now on: a status, or whatever a test does with the answer. */
  answer: number | ((response: ServerResponse, request: IncomingMessage) => void);
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    receiver.heard.push({ path: request.url ?? '', headers, body: Buffer.concat(parts).toString() });
    if (typeof receiver.answer === 'number') response.writeHead(receiver.answer).end();
    else receiver.answer(response, request);
  });
  const receiver: Receiver = { url: await onLoopback(server), heard: [], answer: 204, stop: () => ended(server) };
  return receiver;
}
