import { useMutation } from '@tanstack/react-query';
import { MESSAGES } from '@tidewaiter/contract';
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { client } from '../../session/client.js';
import { AlertDialog } from '../../ui/alert-dialog.js';
import { notifyDone } from '../../ui/notification.js';

const DUPLICATE = { title: MESSAGES.contactError, message: MESSAGES.duplicateContact };

/** Lets what stands in it keep companies as contacts, and says what became of it (SPEC 8 "Contact save"). */
export function SaveContactProvider({ children }: { children: ReactNode }) {
  const [alert, setAlert] = useState<{ title: string; message: string } | null>(null);
  const underWay = useRef(new Set<string>());
  const { mutate } = useMutation({
    mutationFn: saveContact,
    onSuccess: (answer, companyName) => {
      if (answer === 'CREATED') notifyDone(`${MESSAGES.contactSaved}: ${companyName}`);
      else setAlert(DUPLICATE);
    },
    onError: (error) => {
      setAlert({ title: MESSAGES.oops, message: error.message });
    },
    onSettled: (_answer, _error, companyName) => {
      underWay.current.delete(companyName);
    },
  });

  const save = useCallback(
    (companyName: string) => {
      // A second click on the same name is the first one's.
      if (underWay.current.has(companyName)) return;
      underWay.current.add(companyName);
      mutate(companyName);
    },
    [mutate],
  );

  return (
    <SaveContactContext value={save}>
      {children}
      <AlertDialog title={alert?.title ?? ''} message={alert?.message ?? null} onClose={() => setAlert(null)} />
    </SaveContactContext>
  );
}

/** Keeps a company as a contact, by its name. */
export type SaveContact = (companyName: string) => void;

const SaveContactContext = createContext<SaveContact | null>(null);

/** How a company is kept as a contact, anywhere below {@link SaveContactProvider}. */
export function useSaveContact(): SaveContact {
  const saveContact = useContext(SaveContactContext);
  if (!saveContact) throw new Error('no SaveContactProvider around');
  return saveContact;
}

/** Keeps a company of which nothing but its name is known. */
const saveContact = (companyName: string) =>
  client.saveContact({ companyName, address: null, email: null, mobile: null, website: null });
