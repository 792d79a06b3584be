import { client } from './client.js';

/** Keeps a company of which nothing but its name is known. */
export const saveContact = (companyName: string) =>
  client.saveContact({ companyName, address: null, email: null, mobile: null, website: null });
