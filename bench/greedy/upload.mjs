/**
 * An operator beside whom others search (`greedy.mjs`): sends a file in parts as fast as they are taken, waits until it was looked at, discards
 * it and begins anew, until it is stopped. It tells how many were sent and looked at.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@tidewaiter/contract';

const [url, , , rows] = process.argv.slice(2);
const PART = 4 * 1024 ** 2;

const client = createClient({ baseUrl: url, credential: 'tidewaiter-web:', token: () => process.env.TOKEN });

const HEADER = 'DECLARATION NO,IMP DATE,HS CODE,IMPORTER,DESCRIPTION,QTY,UNIT,VALUE USD';
const line = (at) =>
  `D${at},2026-0${1 + (at % 9)}-${10 + (at % 18)},${8500 + (at % 48)}1300,ACME ${at % 5000} LTD,TELEPHONES AND PARTS OF THEM NO ${at % 977},${1 + (at % 400)},PCS,${(1 + (at % 400)) * 12}`;
const file = Buffer.from([HEADER, ...Array.from({ length: Number(rows) }, (_, at) => line(at))].join('\n'));

let isStopped = false;
const answers = { megabytes: 0, looked: 0 };

async function one(number) {
  const about = { file: `kenya-imports-${number}.csv`, bytes: file.length, modified: number };
  const { draft } = await client.beginDraft(about);
  const params = { draft };
  for (let offset = 0; offset < file.length && !isStopped; offset += PART) {
    const part = new Blob([file.subarray(offset, offset + PART)], { type: 'application/octet-stream' });
    await client.sendDraftPart(part, { params: { draft, offset } });
    answers.megabytes += Math.round(Math.min(PART, file.length - offset) / 1e6);
  }
  for (let state = 'LOOKING'; state === 'LOOKING' && !isStopped; await sleep(100)) {
    ({ state } = await client.operatorDraft({}, { params }));
    if (state !== 'LOOKING') answers.looked += 1;
  }
  await client.discardDraft({}, { params });
}

const all = (async () => {
  for (let number = 1; !isStopped; number += 1) await one(number);
})();
process.send('asking');
process.once('message', async () => {
  isStopped = true;
  await all;
  process.send(answers, () => process.disconnect());
});
