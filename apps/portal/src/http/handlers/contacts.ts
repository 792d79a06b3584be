import type { Handler } from '../handler.js';
import { pageOf } from '../page-of.js';
import { mustNameOwnAccount } from '../whose-account.js';

export const saveContact: Handler<'saveContact'> = async ({ house, request, caller }) =>
  (await house.accounts.contacts.add(caller.user, request)) ? 'CREATED' : 'DUPLICATE';

export const contactList: Handler<'contactList'> = async ({ house, request, caller }) => {
  mustNameOwnAccount(caller.user, request.userId);
  const { contacts, total } = await house.accounts.contacts.list(caller.user, pageOf(request));
  return { contactList: contacts, totalRecords: total };
};
