import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Contact, type Endpoints, PortalError, type RequestOf } from '@tidewaiter/contract';
import { client } from '../../session/client.js';

/** What is known of contacts is kept under it. */
export const CONTACTS_KEY = 'contacts';

export type ContactFields = RequestOf<Endpoints['saveContact']>;

/** Fetches a contact as it is now. */
export async function contactNow(userId: number, contactId: string): Promise<Contact> {
  const [contact] = (await client.contactList({ userId, contactId, numberOfRecords: 1 })).contactList;
  if (!contact) throw new PortalError('NOT_YOURS');
  return contact;
}

export function useRefreshContacts() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [CONTACTS_KEY] });
}

/** Keeps a new contact, or changes one in the state in which it was opened. */
export function useSaveContact() {
  const refresh = useRefreshContacts();
  return useMutation({
    mutationFn: async ({ fields, of }: { fields: ContactFields; of: Contact | null }) => {
      if (of) return client.updateContact({ ...fields, contactId: of.id, revision: of.revision });
      if ((await client.saveContact(fields)) === 'DUPLICATE') throw new PortalError('DUPLICATE_CONTACT');
    },
    onSuccess: refresh,
  });
}
