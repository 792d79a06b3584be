import type { Caller, User } from '@tidewaiter/accounts';
import { MESSAGES, PortalError } from '@tidewaiter/contract';
import type { House } from '../../house/house.js';
import type { Call, Handler } from '../handler.js';
import { presentPerson } from '../present-person.js';
import { setRestoreCookie } from '../restore-cookie.js';

/** A person of the caller's account: the caller, or a sub-user of theirs. @throws PortalError NOT_YOURS for anybody else */
async function personOf(house: House, caller: Caller, userId: number): Promise<User> {
  return userId === caller.user.id ? caller.user : house.accounts.subUsers.find(caller.user, userId);
}

async function presentUser(house: House, user: User) {
  return presentPerson(user, await house.accounts.ledger.balance({ userId: user.id, allowance: 'DOWNLOADS' }));
}

export const userDetails: Handler<'userDetails'> = async ({ house, request, caller }) =>
  presentUser(house, await personOf(house, caller, request.userId));

export const updateUser: Handler<'updateUser'> = async (call) => {
  const { house, request, params, caller } = call;
  if (caller.user.mustChangePassword && request.password === undefined) {
    throw new PortalError('PASSWORD_CHANGE_REQUIRED');
  }
  const person = await personOf(house, caller, params.userId);
  if (request.downloadLimit !== undefined) {
    return setDownloadLimit(house, caller, person, request.downloadLimit);
  }
  // A password and a profile are a person's own.
  if (person.id !== caller.user.id) throw new PortalError('NOT_YOURS');
  return request.password === undefined ? changeProfile(call) : changePassword(call, request.password);
};

/** The answer and the cookie are of the session that takes the place of the caller's. */
async function changePassword({ house, config, request, caller, http }: Call<'updateUser'>, password: string) {
  const { user: person, sessionId } = caller;
  const { currentPassword = '' } = request;
  const address = http.request.ip;
  if (config.rateLimits) await house.accounts.rateLimiter.count('CURRENT_PASSWORD', String(person.id));
  const change = { currentPassword, password, sessionId, address };
  const opened = await house.accounts.passwords.change(person, change);
  setRestoreCookie(http.reply, opened);
  return {
    message: MESSAGES.passwordChanged,
    user: await presentUser(house, person),
    session: opened.signedIn,
  };
}

async function changeProfile({ house, config, request, caller, http }: Call<'updateUser'>) {
  const { user: person, sessionId } = caller;
  const { currentPassword, firstname, lastname, email, mobile, company_name: companyName } = request;
  if (!firstname || !lastname || !email || !mobile || !companyName) throw new PortalError('VALIDATION');
  const address = http.request.ip;
  if (email.toLowerCase() !== person.email) {
    if (currentPassword === undefined) throw refusedField('currentPassword', MESSAGES.enterPassword);
    if (config.rateLimits) {
      await house.accounts.rateLimiter.count('CURRENT_PASSWORD', String(person.id));
      await house.accounts.rateLimiter.count('MAILED_LINK', String(person.id));
    }
  }
  const changed = { firstname, lastname, email, mobile, companyName };
  const proof = { currentPassword, sessionId, address };
  const { user, toConfirm } = await house.accounts.profiles.update(person, changed, proof);
  const message = toConfirm ? MESSAGES.emailToConfirm : MESSAGES.profileUpdated;
  return { message, user: await presentUser(house, user) };
}

/** A request that its schema could not refuse, since it does not know the person. */
const refusedField = (field: string, message: string) => new PortalError('VALIDATION', [{ field, message }], message);

/** An owner sets a sub-user's limit. What people report of themselves changes nothing: they get the portal's own figure. */
async function setDownloadLimit(house: House, caller: Caller, person: User, downloadLimit: number) {
  if (person.id !== caller.user.id) {
    await house.accounts.subUsers.setDownloadLimit(caller.user, person.id, downloadLimit);
  }
  return { message: MESSAGES.subUserUpdated, user: await presentUser(house, person) };
}

export const confirmEmail: Handler<'confirmEmail'> = async ({ house, request, http }) => {
  await house.accounts.profiles.confirmEmail(request.token, http.request.ip);
  return { message: MESSAGES.emailChanged };
};

export const undoEmail: Handler<'undoEmail'> = async ({ house, request, http }) => ({
  token: await house.accounts.profiles.undoEmail(request.token, http.request.ip),
  message: MESSAGES.emailChangeUndone,
});
