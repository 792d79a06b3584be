import { createContext, useContext } from 'react';

/** Keeps a company as a contact, by its name. */
export type SaveContact = (companyName: string) => void;

export const SaveContactContext = createContext<SaveContact | null>(null);

/** How a company is kept as a contact, anywhere below {@link SaveContactProvider}. */
export function useSaveContact(): SaveContact {
  const saveContact = useContext(SaveContactContext);
  if (!saveContact) throw new Error('no SaveContactProvider around');
  return saveContact;
}
