import { MESSAGES } from '@tidewaiter/contract';
import type { Handler } from '../handler.js';

export const sessionList: Handler<'sessionList'> = async ({ house, caller }) => {
  const found = await house.accounts.sessions.list(caller.user);
  return {
    sessionList: found.map(({ id, createdAt, lastSeenAt, address, kept }) => ({
      sessionId: id,
      createdDate: createdAt.toISOString(),
      lastSeenDate: lastSeenAt.toISOString(),
      ipaddress: address,
      kept,
      current: id === caller.sessionId,
    })),
  };
};

export const endSession: Handler<'endSession'> = async ({ house, params, caller, http }) => {
  await house.accounts.sessions.endOwn(caller.user, params.sessionId, http.request.ip);
  return { message: MESSAGES.sessionEnded };
};

export const endOtherSessions: Handler<'endOtherSessions'> = async ({ house, caller, http }) => {
  await house.accounts.sessions.endOthers(caller.user, caller.sessionId, http.request.ip);
  return { message: MESSAGES.otherSessionsEnded };
};
