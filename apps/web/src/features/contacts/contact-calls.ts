import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import {
  type Contact,
  type ContactFileFormat,
  type FILLED_FIELDS,
  foreignKind,
  LIMITS,
  PortalError,
} from '@tidewaiter/contract';
import {
  CONTACTS_KEY,
  type ContactFields,
  contactNow,
  useRefreshContacts,
} from '../../search/saving/saved-contacts.js';
import { client } from '../../session/client.js';
import { useSession } from '../../session/store.js';
import { saveFile } from '../../ui/save-file.js';

export interface ContactsAsked {
  page: number;
  text: string;
  tag: string | undefined;
}

export function contactPage(userId: number, { page, text, tag }: ContactsAsked) {
  return queryOptions({
    queryKey: [CONTACTS_KEY, userId, page, text, tag],
    queryFn: ({ signal }) =>
      client.contactList(
        {
          ...{ userId, contains: text, pageNumber: page, numberOfRecords: LIMITS.pageSize },
          ...(tag !== undefined && { tag }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** Asks what a contact's company ships. To look is to have seen it: an answer stays until the screen is left. */
export function shipmentsOf({ id }: Contact) {
  return queryOptions({
    queryKey: ['contact-shipments', id],
    queryFn: ({ signal }) => client.contactShipments({ contactId: id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useRemoveContact() {
  const refresh = useRefreshContacts();
  return useMutation({
    mutationFn: (contactId: string) => client.removeContact({ contactId }),
    onSettled: refresh,
  });
}

export function useRestoreContact() {
  const refresh = useRefreshContacts();
  return useMutation({
    mutationFn: (contactId: string) => client.restoreContact({ contactId }),
    onSettled: refresh,
  });
}

export function useImportContacts() {
  const refresh = useRefreshContacts();
  return useMutation({
    mutationFn: async (file: File) => client.importContacts(await fileText(file)),
    onSuccess: refresh,
  });
}

interface Taken {
  contactId: string;
  field: (typeof FILLED_FIELDS)[number];
  given: string;
}

/** Puts what a file says into the contacts for which it was chosen, in the state in which each is now. */
export function useTakeFromFile() {
  const refresh = useRefreshContacts();
  const userId = useSession().user?.userid ?? 0;
  return useMutation({
    mutationFn: async (taken: readonly Taken[]) => {
      for (const contactId of new Set(taken.map((one) => one.contactId))) {
        const { companyName, address, email, mobile, website, notes, tags, revision } = await contactNow(
          userId,
          contactId,
        );
        const fields: ContactFields = { companyName, address, email, mobile, website, notes, tags };
        for (const { field, given } of taken.filter((one) => one.contactId === contactId)) {
          if (field === 'tags') fields.tags = given.split('; ');
          else fields[field] = given;
        }
        await client.updateContact({ ...fields, contactId, revision });
      }
    },
    onSettled: refresh,
  });
}

/** Bytes that tell what a file is. */
const HEAD = 4096;

/** Reads a file's text, in Unicode or else as older spreadsheets write it. One that is too large is not read. */
async function fileText(file: File): Promise<{ format: ContactFileFormat; text: string }> {
  if (file.size > LIMITS.contactFileLength) throw new PortalError('CONTACT_FILE_TOO_LARGE');
  const bytes = await file.arrayBuffer();
  const text = decoded(bytes);
  if (/^\uFEFF?\s*BEGIN:VCARD/i.test(text)) return { format: 'vcf', text };
  const foreign = foreignKind(new Uint8Array(bytes.slice(0, HEAD)));
  if (foreign !== undefined) throw new Error(`This file ${foreign}`);
  if (text.startsWith('PK\u0003\u0004'))
    throw new Error('This file is a workbook or an archive. Save its sheet as CSV.');
  return { format: 'csv', text };
}

function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const MIME: Record<ContactFileFormat, string> = { csv: 'text/csv', vcf: 'text/vcard' };

/** Hands all contacts to the browser as a file. */
export function useExportContacts() {
  return useMutation({
    mutationFn: async (format: ContactFileFormat) => {
      const { fileName, text } = await client.exportContacts({ format });
      saveFile(new Blob([text], { type: `${MIME[format]};charset=utf-8` }), fileName);
    },
  });
}
