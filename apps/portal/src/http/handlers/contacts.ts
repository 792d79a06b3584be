import { writeContactFile } from '@tidewaiter/accounts';
import { MESSAGES } from '@tidewaiter/contract';
import { EVERYTHING_LOADED } from '@tidewaiter/records';
import { openQuestion } from '../../questions/paid-question.js';
import { askerOf } from '../../work/asker.js';
import { type Handler, mustNameOwnAccount, requestedPage } from './handler.js';

export const saveContact: Handler<'saveContact'> = async ({ services, request, caller }) =>
  (await services.accounts.contacts.add(caller.user, request)) ? 'CREATED' : 'DUPLICATE';

export const contactList: Handler<'contactList'> = async ({ services, config, request, caller }) => {
  mustNameOwnAccount(caller.user, request.userId);
  const { contains, tag, contactId: id } = request;
  const { contacts, total } = await services.accounts.contacts.list(caller.user, requestedPage(request), {
    contains,
    tag,
    id,
  });
  return {
    contactList: contacts.map(({ createdAt, ...contact }) => ({ ...contact, createdDate: createdAt.toISOString() })),
    totalRecords: total,
    tags: await services.accounts.contacts.tags(caller.user),
    mailUs: config.contactMail ?? null,
  };
};

export const updateContact: Handler<'updateContact'> = async ({ services, request, caller }) => {
  const { contactId, revision, ...fields } = request;
  return { revision: await services.accounts.contacts.update(caller.user, contactId, revision, fields) };
};

export const removeContact: Handler<'removeContact'> = async ({ services, request, caller }) => {
  await services.accounts.contacts.remove(caller.user, request.contactId);
  return { message: MESSAGES.itemRemoved };
};

export const restoreContact: Handler<'restoreContact'> = async ({ services, request, caller }) => {
  await services.accounts.contacts.restore(caller.user, request.contactId);
  return { message: MESSAGES.contactRestored };
};

export const importContacts: Handler<'importContacts'> = async ({ services, request, caller, signal }) => {
  const { contacts, refused } = await services.contactFiles.read(request, { asker: askerOf(caller.user), signal });
  const given = contacts.map(({ contact }) => contact);
  const { added, duplicates, beyond } = await services.accounts.contacts.addAll(caller.user, given);
  const { filled, differing } = await services.accounts.contacts.fillIn(caller.user, given);
  const lines = new Map(contacts.map(({ contact, line }) => [contact, line]));
  const full = beyond.map((one) => lines.get(one) ?? 0);
  return {
    added,
    duplicates,
    filled,
    differing: differing.map(({ given: one, contact: { id, companyName, mayChange }, fields }) => ({
      ...{ line: lines.get(one) ?? 0, contactId: id, companyName, mayChange, fields },
    })),
    refused: [...refused, ...full.map((line) => ({ line, reason: MESSAGES.contactsFull }))].sort(
      (a, b) => a.line - b.line,
    ),
  };
};

export const exportContacts: Handler<'exportContacts'> = async ({ services, request, caller }) => {
  const { format } = request;
  let text = '';
  for await (const some of services.accounts.contacts.all(caller.user)) {
    const part = writeContactFile(format, some);
    // A CSV file has its header once.
    text += format === 'csv' && text !== '' ? part.slice(part.indexOf('\n') + 1) : part;
  }
  return { fileName: `contacts.${format}`, text };
};

export const contactShipments: Handler<'contactShipments'> = async (call) => {
  const { services, request, caller } = call;
  const { contacts } = services.accounts;
  const [contact] = (await contacts.list(caller.user, { number: 0, size: 1 }, { id: request.contactId })).contacts;
  const question = await openQuestion(call, EVERYTHING_LOADED);
  const shipments = await question.companyShipments(contact?.companyName ?? '');
  const totalRecords = shipments.reduce((sum, { records }) => sum + records, 0);
  const seen = await contacts.noteShipments(caller.user, request.contactId, totalRecords);
  return {
    shipmentsList: shipments,
    newRecords: seen ? Math.max(0, totalRecords - seen.totalRecords) : null,
    lookedAt: seen?.lookedAt.toISOString() ?? null,
  };
};
