import { type SearchPayload, savedQuery, searchQuery } from '@tidewaiter/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../app/search-params.js';
import { searchLink } from './link.js';
import { linkOfQuery } from './link-of-query.js';
import { understandLink } from './understand-link.js';

const text = fc.constantFrom('ACME, Ltd.', 'B&C', "l'eau & co", '100% cotton', 'ünï');
const texts = fc.array(text, { maxLength: 3 });
const amount = fc.constantFrom('1', '10.5', '99999');
type Condition = Omit<NonNullable<SearchPayload['queryBuilder']>[number], 'relation'>;
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record<Condition>({
    searchBy: fc.constant('PRODUCT' as const),
    matchType: fc.constantFrom('C' as const, 'D' as const),
    searchValue: fc.array(text, { minLength: 1, maxLength: 3 }),
  }),
  fc.constant<Condition>({
    searchBy: 'IMPORTER',
    matchType: 'L',
    searchValue: ['ACME, Ltd.', 'B&C'],
    pickedValue: ['ACME, Ltd.'],
  }),
  fc.constant<Condition>({ searchBy: 'HS_CODE', matchType: 'L', searchValue: ['0901', '851712'] }),
);
const row = fc
  .tuple(fc.constantFrom('AND' as const, 'OR' as const, 'NOT' as const), condition)
  .map(([relation, rest]) => ({ relation, ...rest }));

const payloads: fc.Arbitrary<SearchPayload> = fc
  .record({
    condition,
    queryBuilder: fc.array(row, { maxLength: 3 }),
    tradeType: fc.constantFrom('IMPORT' as const, 'EXPORT' as const),
    countryCode: fc.subarray(['IND', 'VNM'], { minLength: 1 }),
    filters: fc.record(
      {
        importerList: texts,
        hsCodeList: fc.subarray(['0901', '851712']),
        incoterm: texts,
        productDesc: texts,
        conditionProductDesc: fc.constantFrom('C' as const, 'D' as const),
        rangeQuantityStart: amount,
        rangeUnitPriceUsdEnd: amount,
        orderByColumn: fc.constantFrom('quantity', 'hs_code'),
        orderByMode: fc.constantFrom('asc' as const, 'desc' as const),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ condition, filters, ...rest }) => ({
    ...rest,
    ...condition,
    ...filters,
    fromDate: '2025-11-01',
    toDate: '2026-10-31',
  }));

it('the link of a saved query asks what was saved, filters and order among it', () => {
  fc.assert(
    fc.property(payloads, (payload) => {
      const query = searchQuery.parse(payload);
      const address = stringifySearch(linkOfQuery(savedQuery.parse(query)));
      const { query: back, problems } = understandLink(searchLink(parseSearch(address)));
      expect(problems).toEqual([]);
      const asked = back && savedQuery.parse(back);
      // Without a text, contains or does not contain says nothing.
      const same = query.productDesc.length === 0 ? { conditionProductDesc: asked?.conditionProductDesc } : {};
      expect(asked).toEqual({ ...savedQuery.parse(query), ...same });
    }),
    { numRuns: 300 },
  );
});
