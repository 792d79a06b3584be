import { useMutation } from '@tanstack/react-query';
import { MESSAGES } from '@tidewaiter/contract';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { saveContact } from '../../../api/contacts.js';
import { endsSession } from '../../../session/ends-session.js';
import { AlertDialog } from '../../../ui/alert-dialog.js';
import { passingNote } from '../../../ui/passing-note-store.js';
import { SaveContactContext } from './use-save-contact.js';

const DUPLICATE = { title: MESSAGES.contactError, message: MESSAGES.duplicateContact };

/** Lets what stands in it keep companies as contacts, and says what became of it (SPEC 8 "Contact save"). */
export function SaveContactProvider({ children }: { children: ReactNode }) {
  const [alert, setAlert] = useState<{ title: string; message: string } | null>(null);
  const underWay = useRef(new Set<string>());
  const { mutate } = useMutation({
    mutationFn: saveContact,
    onSuccess: (answer, companyName) => {
      if (answer === 'CREATED') passingNote.show(`${MESSAGES.contactSaved}: ${companyName}`);
      else setAlert(DUPLICATE);
    },
    onError: (error) => {
      if (!endsSession(error)) setAlert({ title: MESSAGES.oops, message: error.message });
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
