/** Prefix of every page of the ledger: each change of an allowance is an entry. */
export const LEDGER_KEY = 'ledger';
