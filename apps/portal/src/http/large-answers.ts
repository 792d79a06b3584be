import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { countedAddress, ownerOf } from '@tidewaiter/accounts';
import { TooManyRequests } from '@tidewaiter/contract';
import { Scheduler } from '@tidewaiter/records';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ConnectionLimits } from '../app/connection-limits.js';
import { STRANGERS } from '../questions/paid-question.js';
import { askerOf } from '../work/asker.js';
import { BROTLI, encodingOf, inPieces } from './call/constant-answer.js';
import { onceOver, onDisconnect } from './call/disconnect.js';

/** Bytes of an answer that the system takes at once, whether its client reads or not: such an answer is never held here. */
const SMALL = 64 * 1024;

/** A large answer that is made, until its client has taken it or is gone. */
interface Held {
  bytes: number;
  address: string;
  account: string | undefined;
  giveUp(): void;
}

/** Large answers that are compressed at once: one of an account, since the last place is for an account that has none. */
export const COMPRESSING = new Scheduler('compress', [1, 2]);

const COMPRESS = {
  br: (answer: Buffer) => promisify(brotliCompress)(answer, BROTLI),
  gzip: (answer: Buffer) => promisify(gzip)(answer),
};

/** A large answer as its caller takes it, compressed in the turn of accounts: each takes a processor for as long as many small calls. */
async function compressed(answer: Buffer, request: FastifyRequest, reply: FastifyReply): Promise<Buffer> {
  reply.header('vary', 'accept-encoding');
  const encoding = encodingOf(request.headers['accept-encoding']);
  if (!encoding) return answer;
  const asker = request.caller ? askerOf(request.caller.user) : STRANGERS;
  const made = await COMPRESSING.use(() => COMPRESS[encoding](answer), { asker, signal: onDisconnect(reply) });
  reply.header('content-encoding', encoding);
  return made;
}

/**
 * Bounds the bytes of answers that are made and not taken, and what compressing them takes. Whose address or account holds its share is refused before anything is
 * worked out for it; where everybody together hold too much, the address that holds most loses its oldest answers.
 */
export function boundLargeAnswers(app: FastifyInstance, { untaken }: ConnectionLimits): void {
  const held = new Set<Held>();
  const sum = (whose: (one: Held) => boolean) => {
    let bytes = 0;
    for (const one of held) if (whose(one)) bytes += one.bytes;
    return bytes;
  };
  const whoAsks = (request: FastifyRequest) => ({
    address: countedAddress(request.ip),
    account: request.caller && String(ownerOf(request.caller.user)),
  });
  const mustHaveRoom = ({ address, account }: ReturnType<typeof whoAsks>, bytes: number) => {
    const ofAddress = sum((one) => one.address === address);
    const ofAccount = account === undefined ? 0 : sum((one) => one.account === account);
    // One answer alone may be of any size: it could never be had otherwise.
    const isFull = (of: number, most: number) => of > 0 && of + bytes > most;
    if (isFull(ofAddress, untaken.perAddress) || isFull(ofAccount, untaken.perAccount)) throw new TooManyRequests(5);
  };
  const makeRoom = (bytes: number) => {
    while (held.size > 0 && sum(() => true) + bytes > untaken.total) {
      const byAddress = new Map<string, number>();
      for (const one of held) byAddress.set(one.address, (byAddress.get(one.address) ?? 0) + one.bytes);
      const [most] = [...byAddress].reduce((greatest, one) => (one[1] > greatest[1] ? one : greatest));
      for (const one of held) {
        if (one.address !== most) continue;
        held.delete(one);
        one.giveUp();
        break;
      }
    }
  };

  app.addHook('preHandler', async (request) => mustHaveRoom(whoAsks(request), 0));
  app.addHook('onSend', async (request, reply, payload) => {
    // Nobody takes it, and whatever is made of it would be held by what never hears that the call is over.
    if (reply.raw.closed && typeof payload === 'string') return null;
    if (typeof payload !== 'string' || payload.length <= SMALL) return payload;
    const answer = Buffer.from(payload);
    const who = whoAsks(request);
    mustHaveRoom(who, answer.length);
    makeRoom(answer.length);
    const one: Held = { ...who, bytes: answer.length, giveUp: () => request.raw.socket.destroy() };
    held.add(one);
    onceOver(reply, () => held.delete(one));
    const made = await compressed(answer, request, reply);
    one.bytes = made.length;
    return inPieces(made);
  });
}
