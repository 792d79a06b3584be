import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoFolder, openPortal, question, residentMb, screen, watched } from './portal.js';
import { quantile, type Scenario } from './scenario.js';

const IDLE = 1000;
const SLOW = 200;
const WATCHED_S = 40;
const REQUEST = `POST /user-management/login HTTP/1.1\r\nHost: portal\r\nContent-Type: application/json\r\n\r\n`;

export const clients: Scenario = {
  name: 'clients',
  about: '1,000 connections that say nothing and 200 that say a byte a second, from forty addresses',
  async run(findings, { rows }) {
    const { folder, demo } = await demoFolder(rows);
    const held = new Set<Socket>();
    try {
      const portal = await openPortal(folder);
      const caller = await portal.signIn(demo);
      const { port } = new URL(portal.url);
      let number = 0;
      const timesOf = async (count: number) => {
        const pages: number[] = [];
        const errors: string[] = [];
        for (let at = 0; at < count; at += 1) {
          const [page] = await screen(caller, question(number++));
          if (page?.error === undefined) pages.push(page?.milliseconds ?? 0);
          else errors.push(page.error);
          await sleep((WATCHED_S * 1000) / count / 2);
        }
        return { pages, errors };
      };
      const alone = await timesOf(20);
      const memory = watched(() => residentMb(portal.pid));
      let ended = 0;
      const open = (at: number) => {
        const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: `127.0.0.${2 + (at % 40)}` });
        held.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => {
          ended += 1;
          held.delete(socket);
        });
        socket.resume();
        return socket;
      };
      for (let at = 0; at < IDLE; at += 1) {
        open(at);
        if (at % 100 === 99) await sleep(20);
      }
      const slow = Array.from({ length: SLOW }, (_, at) => open(at));
      let said = 0;
      const say = setInterval(() => {
        for (const socket of slow) if (socket.writable) socket.write(REQUEST[said % REQUEST.length] ?? '');
        said += 1;
      }, 1000);
      const beside = await timesOf(20);
      clearInterval(say);
      memory.end();
      const of = ({ pages }: typeof alone) => `median ${quantile(pages, 0.5).toFixed(0)} ms of ${pages.length} pages`;
      findings.add('a page, alone', of(alone));
      const twice = quantile(beside.pages, 0.5) <= 2 * quantile(alone.pages, 0.5) + 20;
      findings.add('a page beside them', of(beside), twice && beside.errors.length === 0);
      findings.add('connections that the portal ended', `${ended} of ${IDLE + SLOW}`);
      findings.add('memory at most', `${memory.most().toFixed(0)} MB`);
      findings.add('it runs', String(portal.isRunning()), portal.isRunning());
      await portal.stop();
    } finally {
      for (const socket of held) socket.destroy();
      await folder.remove();
    }
  },
};
