import { type Caller, mustBeConfirmed, presentUser, type User } from '@tidewaiter/accounts';
import { MESSAGES, PortalError } from '@tidewaiter/contract';
import type { Services } from '../../app/services.js';
import { setRestoreCookie } from './cookies.js';
import type { Call, Handler } from './handler.js';

/** A person as their account sees them, with the download points that they have left. */
function presentPerson(user: User, downloadsLeft: number) {
  return { ...presentUser(user), downloadLimit: downloadsLeft };
}

/** A person of the caller's account: the caller, or a sub-user of theirs. @throws PortalError NOT_YOURS for anybody else */
async function personOf(services: Services, caller: Caller, userId: number): Promise<User> {
  return userId === caller.user.id ? caller.user : services.accounts.people.subUsers.find(caller.user, userId);
}

async function presentWithBalance(services: Services, user: User) {
  return presentPerson(user, await services.accounts.plans.subscriptions.downloadsLeft(user));
}

export const userDetails: Handler<'userDetails'> = async ({ services, request, caller }) =>
  presentWithBalance(services, await personOf(services, caller, request.userId));

export const updateUser: Handler<'updateUser'> = async (call) => {
  const { services, request, params, caller } = call;
  if (caller.user.mustChangePassword && request.password === undefined) {
    throw new PortalError('PASSWORD_CHANGE_REQUIRED');
  }
  const person = await personOf(services, caller, params.userId);
  if (request.downloadLimit !== undefined) {
    return setDownloadLimit(services, caller, person, request.downloadLimit);
  }
  // All else is a person's own.
  if (person.id !== caller.user.id) throw new PortalError('NOT_YOURS');
  if (request.numberSystem !== undefined) {
    const chosen = request.numberSystem === 'BROWSER' ? null : request.numberSystem;
    const user = await services.accounts.people.profiles.chooseNumbers(person, chosen);
    return { message: MESSAGES.profileUpdated, user: await presentWithBalance(services, user) };
  }
  return request.password === undefined ? changeProfile(call) : changePassword(call, request.password);
};

/** The answer and the cookie are of the session that takes the place of the caller's. */
async function changePassword({ services, config, request, caller, http }: Call<'updateUser'>, password: string) {
  const { user: person, sessionId } = caller;
  const { currentPassword = '' } = request;
  const address = http.request.ip;
  if (caller.hasFactor) mustBeConfirmed(caller, new Date());
  if (config.rateLimits) await services.accounts.access.rateLimiter.count('CURRENT_PASSWORD', String(person.id));
  const change = { currentPassword, password, sessionId, address };
  const opened = await services.accounts.access.passwords.change(person, change);
  setRestoreCookie(http.reply, opened);
  return {
    message: MESSAGES.passwordChanged,
    user: await presentWithBalance(services, person),
    session: opened.signedIn,
  };
}

async function changeProfile({ services, config, request, caller, http }: Call<'updateUser'>) {
  const { user: person, sessionId } = caller;
  const { currentPassword, firstname, lastname, email, mobile, company_name: companyName } = request;
  if (!firstname || !lastname || !email || !mobile || !companyName) throw new PortalError('VALIDATION');
  const address = http.request.ip;
  if (email.toLowerCase() !== person.email) {
    if (currentPassword === undefined) throw PortalError.invalid('currentPassword', MESSAGES.enterPassword);
    if (caller.hasFactor) mustBeConfirmed(caller, new Date());
    if (config.rateLimits) {
      await services.accounts.access.rateLimiter.count('CURRENT_PASSWORD', String(person.id));
      await services.accounts.access.rateLimiter.count('MAILED_LINK', String(person.id));
    }
  }
  const changed = { firstname, lastname, email, mobile, companyName };
  const proof = { currentPassword, sessionId, address };
  const { user, toConfirm } = await services.accounts.people.profiles.update(person, changed, proof);
  const message = toConfirm ? MESSAGES.emailToConfirm : MESSAGES.profileUpdated;
  return { message, user: await presentWithBalance(services, user) };
}

/** An owner sets a sub-user's limit. What people report of themselves changes nothing: they get the portal's own figure. */
async function setDownloadLimit(services: Services, caller: Caller, person: User, downloadLimit: number) {
  if (person.id !== caller.user.id) {
    await services.accounts.people.subUsers.setDownloadLimit(caller.user, person.id, downloadLimit);
  }
  return { message: MESSAGES.subUserUpdated, user: await presentWithBalance(services, person) };
}

export const confirmEmail: Handler<'confirmEmail'> = async ({ services, request, http }) => {
  await services.accounts.people.profiles.confirmEmail(request.token, http.request.ip);
  return { message: MESSAGES.emailChanged };
};

export const undoEmail: Handler<'undoEmail'> = async ({ services, request, http }) => ({
  token: await services.accounts.people.profiles.undoEmail(request.token, http.request.ip),
  message: MESSAGES.emailChangeUndone,
});

export const subUserList: Handler<'subUserList'> = async ({ services, caller }) => {
  const {
    people: { subUsers },
    plans: { subscriptions },
  } = services.accounts;
  const { plan } = await subscriptions.active(caller.user);
  const userList = (await subUsers.list(caller.user)).map(({ user, downloadsLeft }) => ({
    ...presentPerson(user, downloadsLeft),
    is_active: user.disabledAt === null ? ('Y' as const) : ('N' as const),
    invited: user.verifiedAt === null,
    periodLimit: user.downloadLimit,
    createdDate: user.createdAt.toISOString(),
  }));
  return { userList, subUserCount: plan.subUserCount };
};

export const createSubUser: Handler<'createSubUser'> = async ({ services, request, caller }) => {
  const { id } = await services.accounts.people.subUsers.create(caller.user, request);
  return { message: MESSAGES.subUserInvited, userid: id };
};

export const setSubUserStatus: Handler<'setSubUserStatus'> = async ({ services, request, params, caller }) => {
  await services.accounts.people.subUsers.setActive(caller.user, params.userId, request.is_active === 'Y');
  return { message: MESSAGES.subUserUpdated };
};

export const sendSubUserLink: Handler<'sendSubUserLink'> = async ({ services, params, caller }) => {
  await services.accounts.people.subUsers.sendLinkAgain(caller.user, params.userId);
  return { message: MESSAGES.linkSentAgain };
};
