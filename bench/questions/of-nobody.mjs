/** How long to wait for the dictionaries of so many records, in milliseconds: those of ten million are made several times over in it, those of a hundred once. */
export const dictionariesMs = (rows) => Math.max(10_000, rows / 1000);

/**
 * Questions that nobody measures and that find nothing: loading code, opening files and making the dictionaries of a data version is nobody's
 * search.
 *
 * @param question one of the drawn ones, for its countries and days
 */
export function ofNobody({ payload }) {
  const { tradeType, countryCode, fromDate, toDate } = payload;
  const scope = { tradeType, countryCode, fromDate, toDate };
  return [
    { searchBy: 'HS_CODE', matchType: 'L', searchValue: ['9999'] },
    { searchBy: 'PRODUCT', matchType: 'C', searchValue: ['qqqq'] },
    { searchBy: 'IMPORTER', matchType: 'L', searchValue: ['qqqq'] },
  ].map((asked) => ({ name: 'nothing', payload: { ...scope, ...asked } }));
}
