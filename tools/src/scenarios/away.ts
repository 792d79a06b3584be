/** Servers behind a portal that go away and come back: connections are cut and refused, or open and silent. */
import { randomUUID } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { startGateway } from '@tidewaiter/testing/gateway';
import { startSmtp } from '@tidewaiter/testing/smtp';
import {
  type Caller,
  demoFolder,
  type Outcome,
  openPortal,
  outcome,
  question,
  screen,
  type TriedPortal,
  tally,
  untilSo,
} from '../shared/portal.js';
import { type Findings, type Scenario, seconds } from './scenario.js';

/** Seconds that a server is away. */
const AWAY_S = 60;

/** What is asked of a server that is away is told so within so many milliseconds: a question may take 40 s. */
const TOLD_MS = 50_000;

/** What people may be told meanwhile. */
const TOLD = ['DATABASE_AWAY', 'PORTAL_BUSY'];

/** It is used again within so many milliseconds of its coming back. */
const BACK_MS = 15_000;

interface Line {
  url(of: string): string;
  /** From now on connections are cut, and new ones refused; or they are open, and nothing passes. */
  cut(how: 'refused' | 'silent'): void;
  mend(): void;
  close(): void;
}

/** A way to a server on loopback that can be cut. */
async function lineTo(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let state: 'open' | 'refused' | 'silent' = 'open';
  const server = createServer((inner) => {
    if (state === 'refused') return void inner.destroy();
    open.add(inner);
    inner.on('error', () => {}).on('close', () => open.delete(inner));
    if (state === 'silent') return void inner.pause();
    const outer = connect(Number(port), hostname);
    open.add(outer);
    outer
      .on('error', () => inner.destroy())
      .on('close', () => {
        open.delete(outer);
        inner.destroy();
      });
    inner.on('close', () => outer.destroy());
    inner.pipe(outer);
    outer.pipe(inner);
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const own = typeof address === 'object' && address !== null ? address.port : 0;
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    url(of) {
      const url = new URL(of);
      url.port = String(own);
      return url.toString();
    },
    cut(how) {
      state = how;
      if (how === 'refused') return endAll();
      for (const socket of open) socket.unpipe().pause();
    },
    mend() {
      state = 'open';
      endAll();
    },
    close() {
      endAll();
      server.close();
    },
  };
}

/** What people are told while a server is away, and how soon it is over. */
async function tryAway(findings: Findings, line: Line, portal: TriedPortal, caller: Caller) {
  let number = 1000;
  for (const how of ['refused', 'silent'] as const) {
    line.cut(how);
    const until = performance.now() + AWAY_S * 1000;
    const told: Outcome[] = [];
    while (performance.now() < until) told.push(...(await screen(caller, question(number++))));
    line.mend();
    const slowest = Math.max(...told.map(({ milliseconds }) => milliseconds));
    const isTold = told.every(({ error }) => error === undefined || TOLD.includes(error));
    const what = `${how} for ${AWAY_S} s`;
    findings.add(
      what,
      `${tally(told.map(({ error }) => error ?? 'answered'))}; slowest ${seconds(slowest)}`,
      isTold && slowest < TOLD_MS,
    );
    const back = await untilSo(60, async () => (await screen(caller, question(number++))).every(({ error }) => !error));
    findings.add(`${how}, and back`, `a whole screen after ${seconds(back)}`, back !== undefined && back < BACK_MS);
  }
  findings.add('it runs', String(portal.isRunning()), portal.isRunning());
}

export const engineAway: Scenario = {
  name: 'engine-away',
  about: 'the record server is away for a minute and back, refused and silent (the gateway over the engine)',
  async run(findings, { rows }) {
    const gateway = await startGateway();
    const line = await lineTo(gateway.url());
    const { folder, demo } = await demoFolder(rows, { CLICKHOUSE_URL: line.url(gateway.url()), ANSWER_CACHE_MB: '0' });
    try {
      const portal = await openPortal(folder);
      await tryAway(findings, line, portal, await portal.signIn(demo));
      await portal.stop();
    } finally {
      await folder.remove();
      line.close();
      await gateway.stop();
    }
  },
};

export const mailAway: Scenario = {
  name: 'mail-away',
  about: 'the mail server is away: who asks for a message waits for nothing, and gets it when the server is back',
  async run(findings, { rows }) {
    const server = await startSmtp();
    const line = await lineTo(server.url);
    const { folder, demo } = await demoFolder(rows, { SMTP_URL: line.url(server.url), MAIL_FROM: 'desk@example.com' });
    try {
      const portal = await openPortal(folder);
      const { client } = await portal.signIn(demo);
      line.cut('refused');
      const email = `${randomUUID()}@example.com`;
      const invited = { firstname: 'Sub', lastname: 'User', email, mobile: '5550100' };
      const asked = await outcome(() => client.createSubUser(invited));
      findings.add(
        'an invitation is asked for',
        asked.error ?? seconds(asked.milliseconds),
        asked.error === undefined && asked.milliseconds < 2000,
      );
      const page = await outcome(() => client.search({ ...question(1), pageNumber: 0, numberOfRecords: 20 }));
      findings.add('a page meanwhile', page.error ?? seconds(page.milliseconds), page.error === undefined);
      line.mend();
      const came = await untilSo(240, async () => server.messages.some(({ to }) => to.includes(email)));
      const { length } = server.messages.filter(({ to }) => to.includes(email));
      findings.add('it comes once the server is back', `after ${seconds(came)}, ${length} time`, length === 1);
      await portal.stop();
    } finally {
      await folder.remove();
      line.close();
      await server.stop();
    }
  },
};
