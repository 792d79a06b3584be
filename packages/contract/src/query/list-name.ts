import type { TradeType } from '../columns/column.js';
import { isIndianSearch } from '../rules/countries.js';

/** The name of the list that a search answers with (SPEC 7): by trade type, and Indian or not. */
export function searchListName(trade: TradeType, countryCodes: readonly string[]) {
  const indian = isIndianSearch(countryCodes);
  if (trade === 'IMPORT') return indian ? 'impIndList' : 'impForeignList';
  return indian ? 'expIndList' : 'expForeignList';
}
