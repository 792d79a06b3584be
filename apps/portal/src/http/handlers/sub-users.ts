import { MESSAGES } from '@tidewaiter/contract';
import type { Handler } from '../handler.js';
import { presentPerson } from '../present-person.js';

export const subUserList: Handler<'subUserList'> = async ({ house, caller }) => {
  const { subUsers, subscriptions } = house.accounts;
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

export const createSubUser: Handler<'createSubUser'> = async ({ house, request, caller }) => {
  const { id } = await house.accounts.subUsers.create(caller.user, request);
  return { message: MESSAGES.subUserInvited, userid: id };
};

export const setSubUserStatus: Handler<'setSubUserStatus'> = async ({ house, request, params, caller }) => {
  await house.accounts.subUsers.setActive(caller.user, params.userId, request.is_active === 'Y');
  return { message: MESSAGES.subUserUpdated };
};

export const sendSubUserLink: Handler<'sendSubUserLink'> = async ({ house, params, caller }) => {
  await house.accounts.subUsers.sendLinkAgain(caller.user, params.userId);
  return { message: MESSAGES.linkSentAgain };
};
