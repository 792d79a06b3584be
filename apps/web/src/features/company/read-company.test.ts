import { describe, expect, it } from 'vitest';
import { readCompany } from './read-company.js';

const whole = {
  name: 'Acme',
  trade: 'IMPORT',
  role: 'EXPORTER',
  country: ['IND'],
  from: '2025-01-01',
  to: '2025-06-30',
};

describe('the address of a company', () => {
  it('says whose page it is, and what of it', () => {
    expect(readCompany(whole)).toEqual({
      request: {
        ...{ company: 'Acme', tradeType: 'IMPORT', role: 'EXPORTER', countryCode: ['IND'] },
        ...{ fromDate: '2025-01-01', toDate: '2025-06-30' },
      },
      problems: [],
    });
    expect(readCompany({})).toEqual({ request: null, problems: [] });
  });

  it('is explained where it is broken, and asks for nothing else in its place', () => {
    expect(readCompany({ ...whole, role: 'BROKER' })).toMatchObject({
      request: { company: 'Acme', countryCode: ['IND'] },
      problems: ['Part “BROKER”'],
    });
    expect(readCompany({ ...whole, to: '2029-01-01' })).toEqual({
      request: null,
      problems: ['To date “2029-01-01”: To date should be less than 3 years'],
    });
    expect(readCompany({ ...whole, from: 'soon' }).request).toBeNull();
    expect(readCompany({ ...whole, country: ['XXX'] }).request).toBeNull();
    expect(readCompany({ name: 'x'.repeat(301) }).problems).toHaveLength(1);
  });
});
