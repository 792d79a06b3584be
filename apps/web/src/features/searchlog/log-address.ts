/** What the history is narrowed to, as the address holds it: its page from 1, a text, a person's number, a trade type, and days. */
export interface LogAddress {
  page?: string | undefined;
  text?: string | undefined;
  person?: string | undefined;
  trade?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}
