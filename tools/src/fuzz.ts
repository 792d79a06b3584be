/**
 * `npm run fuzz`: sends the built portal requests that are made from the contract, and says what it answered that it should not have. The
 * portal has a data folder of its own, with a small demo, and does not limit how often it is called.
 *
 * Allowed is any answer below 500 and a 503 that says when to come back; a refusal in the contract's form; memory within the bound; a loop
 * that is never held for long, as a heartbeat beside the requests tells.
 */
import { randomInt } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { Worker } from 'node:worker_threads';
import { type Endpoint, errorBody, KEY_SCOPES, travelsInQuery } from '@tidewaiter/contract';
import { API_CALLS, type ApiCall } from '@tidewaiter/contract/api';
import { Random } from '@tidewaiter/demo';
import { appCode } from '@tidewaiter/testing/authenticator';
import type { CommandFolder } from '@tidewaiter/testing/command';
import { CALLS } from '@tidewaiter/testing/named-calls';
import { z } from 'zod';
import { sendMalformed } from './fuzz/malformed.js';
import {
  allowedRequest,
  type Learned,
  nearlyAllowed,
  nested,
  pathOf,
  queryOf,
  swollen,
  takesLine,
  toolRequest,
  withLine,
} from './fuzz/requests.js';
import {
  type Caller,
  demoFolder,
  mustRun,
  openPortal,
  residentMb,
  type SignIn,
  type TriedPortal,
} from './shared/portal.js';
import { readCommand } from './shared/read-command.js';

/** Most memory that the portal may hold at any time of a run, in MiB. */
const MEMORY_MIB = 2048;

/** Requests under way at once. */
const AT_ONCE = 6;

/** For how long the portal's loop may be held at once, in milliseconds. */
const HELD_MS = 200;

/** An answer that takes longer than this is a fault, in milliseconds. */
const PATIENCE_MS = 120_000;

/** Faults that are printed whole. */
const SHOWN = 20;

const BASIC = `Basic ${btoa('tidewaiter-web:')}`;
const BODY_LIMIT = 256 * 1024;
/** Bytes of an address with which the head of a request may be too long, in a portal of Node.js. */
const LONGEST_HEAD = 15_000;

const { values } = readCommand({
  usage: 'npm run fuzz -- [--requests N] [--minutes N] [--seed S] [--json]',
  about: 'Sends requests made from the contract, so many or for so many minutes; --seed repeats a run.',
  choices: [],
  options: { requests: 0, minutes: 0, seed: randomInt(2 ** 31) },
  examples: ['npm run fuzz -- --requests 20000', 'npm run fuzz -- --minutes 10 --seed 7'],
});
const { minutes, seed } = values;
const count = values.requests || (minutes > 0 ? Number.POSITIVE_INFINITY : 20_000);
const until = minutes > 0 ? Date.now() + minutes * 60_000 : Number.POSITIVE_INFINITY;

/** What is called: the calls of the screens, and those of programs, which show a key. */
interface Target extends Pick<Endpoint, 'path' | 'params' | 'request' | 'bytes'> {
  method: string;
  inQuery: boolean;
  isProgram: boolean;
  /** It is sent with an operator's session, but at times. */
  isOperators: boolean;
}

/** Calls of an operator after which nobody could go on: they are sent by people who may not make them. */
const LOCKS_OUT = new Set<string>([
  ...['setSite', 'erasePerson', 'setPersonDisabled', 'resetPersonPassword', 'resetPersonFactors', 'subscribePerson'],
]);

const API_ROOT = '/api/v1';
const targets: readonly Target[] = [
  ...CALLS.map((endpoint) => ({
    ...endpoint,
    inQuery: travelsInQuery(endpoint),
    isProgram: false,
    isOperators: endpoint.operator === true && !LOCKS_OUT.has(endpoint.name),
  })),
  ...Object.values<ApiCall>(API_CALLS).map(({ method, path, params, request }) => ({
    ...{ method, params, request, isProgram: true, isOperators: false },
    path: API_ROOT + path.replaceAll(/\{(\w+)\}/g, ':$1'),
    inQuery: method === 'GET' || method === 'DELETE',
  })),
];

const LINED = targets.filter(takesLine);

/** Where assistants ask, and what they may ask there. */
const MCP = '/mcp';
interface Tool {
  name: string;
  inputSchema: object;
}

/** What a program is told that is refused. */
const problem = z.strictObject({
  ...{ type: z.string(), title: z.string(), status: z.number(), detail: z.string(), code: z.string() },
  errors: z.array(z.strictObject({ pointer: z.string(), detail: z.string() })).optional(),
  retry_after: z.number().optional(),
});

/** How often requests of each kind are sent. */
const KINDS = {
  allowed: 25,
  'nearly allowed': 30,
  'wrong in several places': 10,
  'unknown field': 4,
  nested: 3,
  huge: 3,
  'query line': 35,
  'wrong content type': 4,
  'not JSON': 5,
  'no such call': 5,
  'strange headers': 4,
  malformed: 7,
};
type Kind = keyof typeof KINDS;
const DRAWN = Object.entries(KINDS).flatMap(([kind, often]) => Array<Kind>(often).fill(kind as Kind));

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

/** @throws where there is no answer */
function send(port: number, { method, path, headers, body }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = httpRequest({ port, method, path, headers, agent, timeout: PATIENCE_MS }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
      });
    });
    call.on('timeout', () => call.destroy(new Error(`no answer in ${PATIENCE_MS} ms`)));
    call.on('error', reject);
    call.end(body);
  });
}

/** Keeps what an answer gave out under the name of an id or a token, the last few of each. */
function learn(learned: Learned, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const isName = /id$/i.test(name) && (typeof inner === 'string' || typeof inner === 'number');
    if (isName) learned.set(name.toLowerCase(), [inner, ...(learned.get(name.toLowerCase()) ?? [])].slice(0, 20));
    else learn(learned, inner);
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What is wrong with an answer, if anything is. */
function faultOf({ status, headers, text }: Answer, { method, path }: Sent): string | undefined {
  if (status === 503 && headers['retry-after'] !== undefined) return undefined;
  if (status >= 500) return `status ${status}`;
  if (status < 400 || method === 'HEAD') return undefined;
  // Assistants are told in the form of their protocol.
  if (path === MCP) return undefined;
  // What is longer than a head may be is refused before it is read whose call it is.
  const isUnread = path.length >= LONGEST_HEAD;
  const isProgram = path.startsWith(API_ROOT);
  const forms = [...(isProgram ? [problem] : []), ...(!isProgram || isUnread ? [errorBody.strict()] : [])];
  if (!forms.some((form) => form.safeParse(parsed(text)).success))
    return 'a refusal in another form than the contract’s';
  return undefined;
}

/** The call of a tool for assistants. */
function toolCall(method: string, params: object, key: string): Sent {
  const accepted = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  const headers = { authorization: `Bearer ${key}`, ...accepted };
  return { method: 'POST', path: MCP, headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) };
}

/** One request of a kind, addressed to a random call. */
function compose(
  kind: Kind,
  random: Random,
  learned: Learned,
  tools: readonly Tool[],
  secrets: { token: string; key: string; operator: string },
): Sent {
  if (kind === 'query line' && random.chance(0.1)) {
    const { name, inputSchema } = random.pick(tools);
    const made = toolRequest(inputSchema, random, learned);
    return toolCall('tools/call', { name, arguments: withLine(made, random) ?? made }, secrets.key);
  }
  const endpoint = random.pick(kind === 'query line' ? LINED : targets);
  const { method } = endpoint;
  const path = pathOf(endpoint, random, learned);
  const isSignedIn = random.chance(0.8);
  const own = endpoint.isOperators ? secrets.operator : secrets.token;
  const token = isSignedIn ? own : random.pick(['x', '1', 'null', '{}', '']);
  const headers: Record<string, string> = endpoint.isProgram
    ? {
        authorization: `Bearer ${isSignedIn ? secrets.key : random.pick(['', 'x', `${secrets.key}x`])}`,
        ...(random.chance(0.8) && { 'idempotency-key': String(random.below(50)) }),
      }
    : {
        ...(random.chance(0.98) && { authorization: BASIC }),
        ...(token !== '' && { accessedby: token }),
      };
  const allowed = allowedRequest(endpoint, random, learned);
  let asked = allowed;
  if (kind === 'query line') {
    // What a request leaves out may be its question.
    for (let left = 20; left > 0 && withLine(asked, random) === undefined; left -= 1)
      asked = allowedRequest(endpoint, random, learned);
    asked = withLine(asked, random) ?? asked;
  }
  if (kind === 'nearly allowed') asked = nearlyAllowed(asked, endpoint, random);
  if (kind === 'wrong in several places') {
    for (let n = 2 + random.below(4); n > 0; n -= 1) asked = nearlyAllowed(asked, endpoint, random);
  }
  if (kind === 'unknown field')
    asked = { ...(asked as object), [random.pick(['x', 'isAdmin', '__proto__x', 'id', ''])]: 1 };
  // Up to the largest body, and a little beyond it; an address is refused long before.
  const largest = endpoint.inQuery ? 12_000 : BODY_LIMIT * 1.1;
  if (kind === 'huge') asked = swollen(asked, random.below(largest), random);

  if (kind === 'strange headers') {
    const name = random.pick(['accessedby', 'authorization', 'cookie', 'accept-encoding', 'x-forwarded-for', 'origin']);
    headers[name] = random.pick([
      ...['', ',,,', 'x'.repeat(8000), '%00'],
      ...['é', 'a=b; a=c; __proto__=d', 'gzip;q=9', 'Basic !!!'],
    ]);
  }
  if (kind === 'no such call') {
    const tail = random.pick([
      ...['/..%2f..%2fetc/passwd', '//', '/%zz', '/%00'],
      ...['/x'.repeat(300), '?', '/__proto__', '.json'],
    ]);
    const other = random.pick(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'POST']);
    return { method: other, path: random.chance(0.5) ? path + tail : path, headers };
  }
  if (endpoint.inQuery) return { method, path: `${path}?${queryOf(asked, random)}`, headers };
  if (kind === 'wrong content type') {
    headers['content-type'] = random.pick([
      ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml', ''],
      ...['application/json; charset=utf-16', 'application/json, text/html'],
    ]);
  } else headers['content-type'] = endpoint.bytes ? 'application/octet-stream' : 'application/json';
  let body = JSON.stringify(asked) ?? '';
  if (kind === 'nested') body = nested(random.pick([10, 1000, 20_000]), random.chance(0.5));
  if (kind === 'not JSON') {
    const cut = body.slice(0, random.below(body.length + 1));
    body = random.pick([
      ...[cut, `${body}${body}`, '{"a":NaN}', "{'a':1}", '\u0000'],
      ...['{"__proto__":{"a":1}}', '\ufeff{}', '[', '""', 'null'],
    ]);
  }
  return { method, path, headers, body };
}

/** The session of somebody who has the operator's right, and a second factor. */
async function signInOperator({ folder, signIn }: TriedPortal): Promise<string> {
  const email = 'operator@fuzz.example';
  const made = await mustRun(
    folder,
    ...['account', 'create', '--email', email, '--firstname', 'Olive', '--lastname', 'Bay', '--company', 'Fuzz'],
    ...['--plan', 'Free', '--keep-password', '--json'],
  );
  await mustRun(folder, 'account', 'operator', email);
  const { client, person } = await signIn({ email, password: JSON.parse(made).password });
  const { challengeId, secret } = await client.beginApp({});
  await client.addApp({ challengeId, code: appCode(secret), name: 'Phone' });
  return person.token;
}

const { folder, demo }: { folder: CommandFolder; demo: SignIn } = await demoFolder(6000, { LOG_LEVEL: 'error' });
const faults: string[] = [];
/** Said at once: a run may take long, or be ended. */
function report(fault: string): void {
  faults.push(fault);
  if (faults.length <= SHOWN) console.error(fault);
}
const statuses = new Map<string, number>();
const begun = Date.now();
try {
  console.error(`--seed ${seed}  ${minutes > 0 ? `${minutes} minutes` : `${count} requests`}`);
  const plenty = { searches: '1000000', workspaces: '1000' };
  for (const [of, amount] of Object.entries(plenty))
    await mustRun(folder, 'grant', demo.email, `--${of}`, amount, '--reason', 'fuzzing');
  const portal = await openPortal(folder);
  const port = Number(new URL(portal.url).port);
  const learned: Learned = new Map();

  let asked: Caller;
  let token = '';
  let signingIn: Promise<void> | undefined;
  /** Requests may end the session that they are sent with. */
  const signIn = async () => {
    asked = await portal.signIn(demo);
    token = asked.person.token;
    learn(learned, asked.person);
  };
  await signIn();
  /** Requests may revoke it; then another is made. */
  let key = '';
  const makeKey = async () => {
    // As many as a person may have were made by other requests: until one of them is revoked, programs are refused.
    const made = await asked.client
      .createApiKey({ name: 'Fuzz', scopes: [...KEY_SCOPES] })
      .catch((error: Error) => error);
    if (!(made instanceof Error)) key = made.key;
    else if (key === '') throw made;
  };
  await makeKey();
  const operator = await signInOperator(portal);

  const listed = await send(port, toolCall('tools/list', {}, key));
  const { tools } = z
    .object({ tools: z.array(z.object({ name: z.string(), inputSchema: z.looseObject({}) })) })
    .parse(JSON.parse(/\{.*\}/s.exec(listed.text)?.[0] ?? '{}').result);

  const underWay = new Map<number, string>();
  /** The longest time in which nobody else was answered, in milliseconds, and what was under way then. */
  let held = 0;
  const heartbeat = new Worker(new URL('./fuzz/heartbeat.js', import.meta.url), {
    workerData: { port, pid: portal.pid },
  });
  heartbeat.on('message', ({ held: ms, worked }: { held: number; worked: number }) => {
    held = Math.max(held, ms);
    if (ms > HELD_MS)
      report(
        `the portal's loop was held for ${ms} ms, ${worked} ms of them by work of its own\n  ${[...underWay.values()].join('\n  ')}`,
      );
  });
  heartbeat.on('error', (error) => report(`the heartbeat stopped: ${error}`));

  let most = 0;
  const fault = (n: number, kind: Kind, what: string, sent: string, said: string) =>
    report(`request ${n}, ${kind}: ${what}\n  sent ${sent.slice(0, 600)}\n  said ${said.slice(0, 300)}`);
  async function one(n: number): Promise<void> {
    // Each request's chances are its own, whatever was sent beside it.
    const random = new Random(seed + n * 7919);
    const kind = random.pick(DRAWN);
    if (kind === 'malformed') {
      const { sent, said } = await sendMalformed(port, random);
      const status = /^HTTP\/1\.1 (\d{3})/.exec(said)?.[1] ?? (said === '' ? 'closed' : 'not HTTP');
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 'not HTTP' || /HTTP\/1\.1 5\d\d/.test(said)) fault(n, kind, status, sent, said);
      return;
    }
    const sent = compose(kind, random, learned, tools, { token, key, operator });
    const told = `${sent.method} ${sent.path} ${sent.body ?? ''}`;
    underWay.set(n, `request ${n}, ${kind}: ${told.slice(0, 600)}`);
    const answer = await send(port, sent).catch((error: unknown) => String(error));
    underWay.delete(n);
    if (typeof answer === 'string') {
      // A body beyond the limit is not read to its end.
      if (!((sent.body?.length ?? 0) > BODY_LIMIT / 2)) fault(n, kind, answer, told, '');
      statuses.set('none', (statuses.get('none') ?? 0) + 1);
      return;
    }
    statuses.set(String(answer.status), (statuses.get(String(answer.status)) ?? 0) + 1);
    const wrong = faultOf(answer, sent);
    if (wrong) fault(n, kind, wrong, told, answer.text);
    const body = parsed(answer.text);
    if (answer.status === 200) learn(learned, body);
    if (answer.status === 401 && sent.headers.accessedby === token) {
      signingIn ??= signIn().finally(() => {
        signingIn = undefined;
      });
      await signingIn;
    }
    if (answer.status === 401 && sent.headers.authorization === `Bearer ${key}`) await makeKey();
  }

  let next = 0;
  const worker = async () => {
    while (next < count && Date.now() < until && portal.isRunning()) {
      next += 1;
      const n = next;
      await one(n);
      if (n % 100 === 0) most = Math.max(most, residentMb(portal.pid));
      // Another version of the data: what is watched is looked after, and what was kept of answers is made again.
      if (n % 1000 === 500) await folder.run('suppress', 'party', `Fuzz ${n} Trading`, '--reason', 'fuzzing');
      if (n % 2000 === 0)
        console.error(`${n}  memory ${Math.round(most)} MiB and held ${held} ms at most, ${faults.length} faults`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await heartbeat.terminate();
  if (!portal.isRunning()) report(`the portal ended, with status ${portal.process.exitCode}`);
  else await signIn();
  if (most > MEMORY_MIB) report(`the portal held ${most} MiB, more than ${MEMORY_MIB}`);
  if (faults.length > 0) console.error(`log: ${portal.said().slice(-4000)}`);
  const seconds = Math.round((Date.now() - begun) / 1000);
  const summary = {
    seed,
    count: next,
    faults: faults.length,
    seconds,
    memoryMiB: Math.round(most),
    heldMs: held,
    statuses: Object.fromEntries([...statuses].sort()),
  };
  console.log(JSON.stringify(summary));
} finally {
  agent.destroy();
  await folder.remove();
}
process.exitCode = faults.length > 0 ? 1 : 0;
