import { countedAddress } from '@tidewaiter/accounts';
import { type ErrorCode, MESSAGES, PortalError } from '@tidewaiter/contract';
import { tokenOf } from './caller.js';
import { browserSecret, clearRestoreCookie, restoreSecretOf } from './cookies.js';
import type { Handler } from './handler.js';
import { enter } from './sign-in.js';

/** What is said to somebody whose password was right. */
const FACTOR_ERRORS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'FACTOR_NEEDED',
  'FACTOR_REFUSED',
  'SIGN_ON_ONLY',
  'TOO_MANY_REQUESTS',
]);

export const sessionList: Handler<'sessionList'> = async ({ services, caller }) => {
  const found = await services.accounts.access.sessions.list(caller.user);
  return {
    sessionList: found.map(({ id, createdAt, lastSeenAt, address, device, kept }) => ({
      sessionId: id,
      createdDate: createdAt.toISOString(),
      lastSeenDate: lastSeenAt.toISOString(),
      ipaddress: address,
      device,
      kept,
      current: id === caller.sessionId,
    })),
  };
};

export const endSession: Handler<'endSession'> = async ({ services, params, caller, http }) => {
  await services.accounts.access.sessions.endOwn(caller.user, params.sessionId, http.request.ip);
  return { message: MESSAGES.sessionEnded };
};

export const endOtherSessions: Handler<'endOtherSessions'> = async ({ services, caller, http }) => {
  await services.accounts.access.sessions.endOthers(caller.user, caller.sessionId, http.request.ip);
  return { message: MESSAGES.otherSessionsEnded };
};

export const login: Handler<'login'> = async (call) => {
  const { services, config, request, signal, http } = call;
  const { email, password, code, keepLoggedIn } = request;
  const { signInTries, sessions } = services.accounts.access;
  const address = http.request.ip;
  const browser = browserSecret(http.request);
  const wasRight = config.rateLimits ? await signInTries.admit({ email, address, browser, signal }) : undefined;
  try {
    const signedIn = await enter(call, (how) => sessions.login({ email, password, code, keepLoggedIn, ...how }));
    await wasRight?.();
    return signedIn;
  } catch (error) {
    // The password was right. Codes that are not are counted by themselves.
    if (error instanceof PortalError && FACTOR_ERRORS.has(error.code)) await wasRight?.();
    throw error;
  }
};

export const restoreSession: Handler<'restoreSession'> = async ({ services, http }) => {
  const secret = restoreSecretOf(http.request);
  if (!secret) throw new PortalError('SIGN_IN_FIRST');
  return services.accounts.access.sessions.restore(secret);
};

export const logout: Handler<'logout'> = async ({ services, request, caller, http }) => {
  const own =
    request.userId === caller.user.id && request.loginId === caller.loginId && request.sessionId === caller.sessionId;
  if (!own) throw new PortalError('NOT_YOURS');
  await services.accounts.access.sessions.endOwn(caller.user, caller.sessionId, http.request.ip);
  clearRestoreCookie(http.reply);
  const { providerEnd } = caller;
  return { message: MESSAGES.logoutSuccessful, ...(providerEnd !== null && { signOutUrl: providerEnd }) };
};

export const loginStatus: Handler<'loginStatus'> = async ({ services, request, http }) => {
  const ended = await services.accounts.access.sessions.logoutTime(tokenOf(http.request), request.loginId);
  return { logoutTime: ended?.toISOString() ?? null };
};

export const forgotPassword: Handler<'forgotPassword'> = async ({ services, request, http }) => ({
  message: MESSAGES.otpSent,
  requestId: await services.accounts.access.passwordResets.begin(request.userEmail, http.request.ip),
});

export const verifyOtp: Handler<'verifyOtp'> = async ({ services, request }) => ({
  token: await services.accounts.access.passwordResets.verify(request.requestId, request.otp),
});

export const setPassword: Handler<'setPassword'> = async ({ services, request, http }) => {
  const email = await services.accounts.access.passwords.set(request.token, request.password, http.request.ip);
  return { message: MESSAGES.passwordReset, email };
};

/**
 * Work for the browser. A question in words is read by programs, so it is given only where browsers compute no keys: where the page
 * came over plain HTTP.
 */
export const captcha: Handler<'captcha'> = async ({ services, config, request, http }) => {
  const { captchas, rateLimiter } = services.accounts.access;
  const overTls = http.request.protocol === 'https' || config.publicUrl.startsWith('https:');
  const inWords = request?.inWords === true && !overTls;
  if (inWords && config.rateLimits) await rateLimiter.count('CAPTCHA_IN_WORDS', countedAddress(http.request.ip));
  const { id, waitMs, expiresAt, ...asked } = inWords ? await captchas.inWords() : await captchas.ofWork();
  return { captchaId: id, ...asked, waitSeconds: waitMs / 1000, expiresDate: expiresAt.toISOString() };
};

export const signUp: Handler<'signUp'> = async ({ services, request }) => {
  const { firstname, lastname, email, mobile, company_name, captchaId, captcha } = request;
  await services.accounts.access.captchas.solve(captchaId, captcha);
  await services.accounts.people.signUps.take({ firstname, lastname, email, mobile, companyName: company_name });
  return { message: MESSAGES.registered };
};
