/** What the history is narrowed to, as the address holds it: its page from 1, a text, a person's number, a trade type, and days. */
export interface LogAddress {
  page?: string | undefined;
  text?: string | undefined;
  person?: string | undefined;
  trade?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** A page as the address says it, from 1; the first where it says none that there could be. */
export function pageOf(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,4}$/.test(text) ? Number(text) - 1 : 0;
}
