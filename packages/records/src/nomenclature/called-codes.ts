import { isTypedAsDigits } from '@tidewaiter/contract';
import type { Bindings } from '../search/bindings.js';
import type { Edition } from './edition.js';

/** Records whose heading or subheading is called by the typed words, as a condition over `hs_code`; none where digits are typed. */
export function calledCodes(edition: Edition, typed: string, bindings: Bindings): string {
  const called = isTypedAsDigits(typed) ? [] : edition.codesOf(typed);
  const conditions = [4, 6].flatMap((length) => {
    const codes = called.filter((code) => code.length === length);
    return codes.length === 0 ? [] : [`left(hs_code, ${length}) IN ${bindings.strings(codes)}`];
  });
  return conditions.length === 0 ? 'false' : `(${conditions.join(' OR ')})`;
}
