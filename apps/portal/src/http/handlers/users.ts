import type { Caller, User } from '@tidewaiter/accounts';
import { MESSAGES, PortalError } from '@tidewaiter/contract';
import type { House } from '../../house/house.js';
import type { Handler } from '../handler.js';
import { presentPerson } from '../present-person.js';

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
  const person = await personOf(house, caller, params.userId);
  if (request.downloadLimit !== undefined) {
    return setDownloadLimit(house, caller, person, request.downloadLimit);
  }
  // A password and a profile are a person's own.
  if (person.id !== caller.user.id) throw new PortalError('NOT_YOURS');
  const { passwords, profiles } = house.accounts;
  const { password, currentPassword, firstname, lastname, email, mobile, company_name: companyName } = request;
  if (password !== undefined && currentPassword !== undefined) {
    const address = call.http.request.ip;
    if (call.config.rateLimits) await house.accounts.rateLimiter.count('CURRENT_PASSWORD', String(person.id));
    await passwords.change(person, { currentPassword, password, sessionId: caller.sessionId, address });
    return { message: MESSAGES.passwordChanged, user: await presentUser(house, person) };
  }
  if (!firstname || !lastname || !email || !mobile || !companyName) throw new PortalError('VALIDATION');
  const moves = email.toLowerCase() !== person.email;
  if (moves && call.config.rateLimits) await house.accounts.rateLimiter.count('MAILED_LINK', String(person.id));
  const { user, toConfirm } = await profiles.update(person, { firstname, lastname, email, mobile, companyName });
  const message = toConfirm ? MESSAGES.emailToConfirm : MESSAGES.profileUpdated;
  return { message, user: await presentUser(house, user) };
};

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
