/** Files fetched from a server that behaves as badly as those of offices do. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTargets } from '@tidewaiter/accounts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fetchFile } from './fetch-file.js';

const CONTENT = Buffer.from(Array.from({ length: 20_000 }, (_, line) => `${line};85171300;100\n`).join(''));
const HALF = Math.floor(CONTENT.length / 2);

let folder: string;
let path: string;
/** How each call in turn is answered; the last one answers all that come after it. */
let answers: RequestListener[];
let asked: { range?: string; ifRange?: string; ifNoneMatch?: string }[];

const server = createServer((request, response) => {
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers;
  asked.push({
    ...(range && { range }),
    ...(ifRange && { ifRange: String(ifRange) }),
    ...(ifNoneMatch && { ifNoneMatch }),
  });
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  answer?.(request, response);
});

beforeEach(async () => {
  [folder, answers, asked] = [mkdtempSync(join(tmpdir(), 'fetched-')), [], []];
  path = join(folder, 'IMP_2026.csv');
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => void server.close(closed));
  rmSync(folder, { recursive: true });
});

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/files/IMP_2026.csv`;
const fetched = (options: Partial<Parameters<typeof fetchFile>[2]> = {}) =>
  fetchFile(address(), path, { allowed: readTargets('127.0.0.1'), waitMs: 1, ...options });

const whole =
  (content = CONTENT, headers = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { 'content-length': content.length, etag: '"one"', ...headers }).end(content);
/** Half of what was announced, then nothing more: once it is there, since a cut takes along what has not been read. */
const cut: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-length': CONTENT.length, etag: '"one"' });
  response.write(CONTENT.subarray(0, HALF), async () => {
    await expect.poll(() => statSync(`${path}.part`, { throwIfNoEntry: false })?.size).toBe(HALF);
    response.destroy();
  });
};
const rest =
  (etag = '"one"', start = HALF): RequestListener =>
  (_, response) =>
    void response
      .writeHead(206, { etag, 'content-range': `bytes ${start}-${CONTENT.length - 1}/${CONTENT.length}` })
      .end(CONTENT.subarray(start));

it('goes on where a connection was cut, and only with the same file', async () => {
  answers = [cut, rest()];
  expect(await fetched()).toBe('NEW');
  expect(asked[1]).toEqual({ range: `bytes=${HALF}-`, ifRange: '"one"' });
  expect(readFileSync(path).equals(CONTENT)).toBe(true);
});

it.each([
  ['says so by sending the whole', whole(Buffer.concat([CONTENT, CONTENT]), { etag: '"two"' })],
  ['sends a part of the new one all the same', rest('"two"')],
  ['sends another part than was asked for', rest('"one"', 7)],
  ['knows no part', ((_, response) => void response.writeHead(416).end()) as RequestListener],
])('begins anew where the file has changed under its name, and the server %s', async (_, second) => {
  answers = [cut, second, whole(Buffer.concat([CONTENT, CONTENT]), { etag: '"two"' })];
  expect(await fetched()).toBe('NEW');
  expect(readFileSync(path).equals(Buffer.concat([CONTENT, CONTENT]))).toBe(true);
});

it('begins anew where the disk has less than has come', async () => {
  const lost: RequestListener = (_, response) => {
    response.writeHead(200, { 'content-length': CONTENT.length, etag: '"one"' });
    response.write(CONTENT.subarray(0, HALF), async () => {
      await expect.poll(() => readdirSync(folder)).toContain('IMP_2026.csv.part');
      rmSync(`${path}.part`);
      writeFileSync(`${path}.part`, 'of another process');
      response.end(CONTENT.subarray(HALF));
    });
  };
  answers = [lost, whole()];
  expect(await fetched()).toBe('NEW');
  expect(readFileSync(path).equals(CONTENT)).toBe(true);
});

it('sends nothing again that has not changed, whether its server can say so or not', async () => {
  answers = [whole(), (_, response) => void response.writeHead(304).end()];
  expect([await fetched(), await fetched()]).toEqual(['NEW', 'UNCHANGED']);
  expect(asked[1]).toEqual({ ifNoneMatch: '"one"' });
  answers = [whole(CONTENT, { etag: '"other"' })];
  expect(await fetched()).toBe('UNCHANGED');
  expect(readdirSync(folder).sort()).toEqual(['IMP_2026.csv', 'IMP_2026.csv.from']);
});

it('says that nothing is published there', async () => {
  answers = [(_, response) => void response.writeHead(404).end()];
  expect(await fetched()).toBe('ABSENT');
});

it.each<[string, RegExp, RequestListener, Parameters<typeof fetched>[0]?]>([
  ['a page of a network to sign in to', /a page of the web/, whole(Buffer.from('\n<!DOCTYPE html><p>Wi-Fi'))],
  ['a page by its type', /a page of the web/, whole(CONTENT, { 'content-type': 'text/html; charset=utf-8' })],
  [
    'less than it was said to be, always',
    /ended after \d+ of \d+ bytes/,
    whole(CONTENT.subarray(0, 9), { connection: 'close', 'content-length': 99 }),
  ],
  ['more than is taken', /more than 1000 bytes/, whole(), { mostBytes: 1000 }],
  [
    'more than is taken, unannounced',
    /more than 1000 bytes/,
    (_, response) => void response.end(CONTENT),
    { mostBytes: 1000 },
  ],
  ['a packed body', /packed on its way/, whole(CONTENT, { 'content-encoding': 'gzip' })],
  ['a refusal', /it answers 403/, (_, response) => void response.writeHead(403).end()],
  ['a failure, always', /It answers 503/, (_, response) => void response.writeHead(503).end()],
  [
    'a way without end',
    /leads on more than 5 times/,
    (_, response) => void response.writeHead(302, { location: '/again' }).end(),
  ],
  [
    'a way into a network',
    /no way|https|public/i,
    (_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
  ],
  [
    'a byte now and then',
    /sends less than/,
    (_, response) => {
      response.writeHead(200, { 'content-length': CONTENT.length });
      const drip = setInterval(() => response.write('1'), 10);
      response.on('close', () => clearInterval(drip));
    },
    { slowMs: 60 },
  ],
])('refuses %s in words, and keeps what it had', async (_, words, answer, options = {}) => {
  answers = [whole()];
  await fetched();
  answers = [answer];
  await expect(fetched(options)).rejects.toThrow(words);
  expect(readFileSync(path).equals(CONTENT)).toBe(true);
});

it('calls no address within a network that the operator has not let in', async () => {
  answers = [whole()];
  await expect(fetched({ allowed: readTargets('') })).rejects.toThrow();
  expect(asked).toEqual([]);
});
