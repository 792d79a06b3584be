import { MESSAGES, PortalError } from '@tidewaiter/contract';
import type { Call, Handler } from './handler.js';
import { enter } from './sign-in.js';

/** Who changes something, and from where. */
const byCaller = ({ caller, http }: Pick<Call<'factorList'>, 'caller' | 'http'>) => ({
  actorId: caller.user.id,
  address: http.request.ip,
});

const added = (recoveryCodes: string[] | undefined) => ({
  message: MESSAGES.factorAdded,
  ...(recoveryCodes && { recoveryCodes }),
});

export const factorList: Handler<'factorList'> = async ({ services, caller }) => {
  const { factors, codesLeft, demandedBy } = await services.accounts.access.factors.of(caller.user);
  return {
    factorList: factors.map(({ id, kind, name, createdAt, lastUsedAt }) => ({
      factorId: id,
      kind,
      name,
      createdDate: createdAt.toISOString(),
      lastUsedDate: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: codesLeft,
    demandedBy,
    byFirm: caller.byProvider,
    passkeys: services.accounts.access.passkeys.possible,
  };
};

export const beginApp: Handler<'beginApp'> = async ({ services, caller }) =>
  services.accounts.access.factors.beginApp(caller.user);

export const addApp: Handler<'addApp'> = async (call) =>
  added(await call.services.accounts.access.factors.addApp(call.caller.user, call.request, byCaller(call)));

export const beginPasskey: Handler<'beginPasskey'> = async ({ services, caller }) =>
  services.accounts.access.factors.beginPasskey(caller.user);

export const addPasskey: Handler<'addPasskey'> = async (call) =>
  added(await call.services.accounts.access.factors.addPasskey(call.caller.user, call.request, byCaller(call)));

export const removeFactor: Handler<'removeFactor'> = async (call) => {
  await call.services.accounts.access.factors.remove(call.caller.user, call.params.factorId, byCaller(call));
  return { message: MESSAGES.factorRemoved };
};

export const newRecoveryCodes: Handler<'newRecoveryCodes'> = async (call) => ({
  message: MESSAGES.recoveryCodesMade,
  recoveryCodes: await call.services.accounts.access.factors.renewRecoveryCodes(call.caller.user, byCaller(call)),
});

export const demandFactors: Handler<'demandFactors'> = async (call) => {
  const { demanded } = call.request;
  await call.services.accounts.access.factors.demand(call.caller.user, demanded, 'OWNER', byCaller(call));
  return { message: demanded ? MESSAGES.factorsDemanded : MESSAGES.factorsNotDemanded };
};

export const askPasskey: Handler<'askPasskey'> = async ({ services }) => services.accounts.access.passkeys.ask();

export const loginByPasskey: Handler<'loginByPasskey'> = async (call) => {
  const { challengeId, passkey, keepLoggedIn } = call.request;
  const { passkeys, sessions, rateLimiter } = call.services.accounts.access;
  const { user } = await passkeys.shown(challengeId, passkey);
  const signedIn = await enter(call, (how) => sessions.loginShown(user, { keepLoggedIn, ...how }));
  if (call.config.rateLimits) await rateLimiter.forgetSignIn(call.http.request.ip);
  return signedIn;
};

export const confirmSession: Handler<'confirmSession'> = async ({ services, request, caller, http }) => {
  const { passkeys, sessions } = services.accounts.access;
  const { password, code, challengeId, passkey } = request;
  if (passkey && challengeId !== undefined) {
    const { user } = await passkeys.shown(challengeId, passkey);
    await sessions.confirm(caller, { shown: user }, http.request.ip);
  } else {
    if (password === undefined) throw new PortalError('VALIDATION');
    await sessions.confirm(caller, { password, code }, http.request.ip);
  }
  return { message: MESSAGES.confirmed };
};
