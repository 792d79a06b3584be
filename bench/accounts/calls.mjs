/** The calls of the contract that read or change what an account has gathered. Each is asked as its name says. */

export const QUESTION = {
  tradeType: 'IMPORT',
  countryCode: ['KOR'],
  fromDate: '2023-01-01',
  toDate: '2023-12-31',
  searchType: 'TRADE',
  searchBy: 'PRODUCT',
  matchType: 'C',
  searchValue: ['cotton'],
  queryBuilder: [],
};

const vcf = (n) => `BEGIN:VCARD\r\nVERSION:4.0\r\nORG:Imported ${n}\r\nEND:VCARD\r\n`;
const csvOf = (from, count) =>
  `companyName\n${Array.from({ length: count }, (_, n) => `Imported ${from} ${n}`).join('\n')}\n`;

/** @param sizes how many rows the account has, for the last pages */
export function callsOf(client, person, rows) {
  const userId = person.userid;
  const page = (number, size = 20) => ({ pageNumber: number, numberOfRecords: size });
  const history = Math.floor(rows * 0.7);
  const deep = (size) => Math.floor(history / 2 / size);
  const last = (size) => Math.floor(history / size);
  const log = (rest) => () => client.searchLog({ userId, ...rest });
  const ledger = (rest) => () => client.ledger(rest);
  const saved = (rest) => () => client.savedSearchList({ createdBy: userId, ...rest });
  const contact = (rest) => () => client.contactList({ userId, ...rest });
  const exported = (rest) => () => client.exportList({ userId, ...rest });
  // No two runs keep the same company.
  let turn = Date.now();
  const next = () => {
    turn += 1;
    return turn;
  };
  return {
    sessions: () => client.sessionList({}),
    'who I am': () => client.userDetails({ userId }),
    'sub-users': () => client.subUserList({}),
    subscriptions: () => client.activeSubscriptions({ userId }),
    notices: () => client.noticeList({}),
    'top five': () => client.topFiveQueries({}),
    ledger: ledger(page(0)),
    'ledger, 200 a page': ledger(page(0, 200)),
    'ledger, half way': ledger(page(deep(200), 200)),
    'ledger, last page': ledger(page(last(200), 200)),
    'search log': log(page(0)),
    'search log, 200 a page': log(page(0, 200)),
    'search log, half way': log(page(deep(200), 200)),
    'search log, last page': log(page(last(200), 200)),
    'search log, common text': log({ contains: 'cotton' }),
    'search log, common text, 50th page': log({ contains: 'cotton', ...page(50) }),
    'search log, rare text': log({ contains: 'c4ca4238' }),
    'search log, no such text': log({ contains: 'nothing like it' }),
    'search log, two letters': log({ contains: 'co' }),
    'search log, a person': log({ personId: userId }),
    'search log, a trade type': log({ tradeType: 'EXPORT' }),
    'search log, a month': log({ from: '2025-01-01', to: '2025-01-31' }),
    workspaces: () => client.workspaceList({ userId }),
    'saved searches': saved(page(0)),
    'saved searches, 200 a page': saved(page(0, 200)),
    'saved searches, last page': saved(page(Math.floor(Math.min(rows, 50_000) / 200) - 1, 200)),
    'saved searches, by name': saved({ orderBy: 'name', orderByMode: 'asc' }),
    'saved searches, by records': saved({ orderBy: 'totalRecords' }),
    'saved searches, by trade type': saved({ orderBy: 'tradeType' }),
    'saved searches, common text': saved({ contains: 'cotton' }),
    'saved searches, rare text': saved({ contains: 'c4ca4238' }),
    'saved searches, two letters': saved({ contains: 'co' }),
    contacts: contact(page(0)),
    'contacts, 200 a page': contact(page(0, 200)),
    'contacts, last page': contact(page(Math.floor(Math.min(rows, 100_000) / 200) - 1, 200)),
    'contacts, common text': contact({ contains: 'cotton' }),
    'contacts, rare text': contact({ contains: 'c4ca4238' }),
    'contacts, two letters': contact({ contains: 'co' }),
    'contacts, a tag': contact({ tag: 'tag 7' }),
    'contacts as CSV': () => client.exportContacts({ format: 'csv' }),
    'contacts as vCard': () => client.exportContacts({ format: 'vcf' }),
    'contacts of CSV, 5,000': () => client.importContacts({ format: 'csv', text: csvOf(next(), 5000) }),
    'contacts of vCard': () => client.importContacts({ format: 'vcf', text: vcf(next()) }),
    'keep a contact': () => client.saveContact({ companyName: `Company ${next()}` }),
    exports: exported(page(0)),
    'exports, half way': exported(page(deep(200), 200)),
    'exports, common text': exported({ contains: 'cotton' }),
    'exports, rare text': exported({ contains: 'c4ca4238' }),
    'exports, open': exported({ open: 'Y' }),
    'what it costs': () => client.searchCost({ ...QUESTION, pageNumber: 0, numberOfRecords: 20 }),
    'end other sessions': () => client.endOtherSessions({}),
  };
}
