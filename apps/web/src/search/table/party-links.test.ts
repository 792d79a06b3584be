import { expect, it } from 'vitest';
import { webSearchAddress } from './party-links.js';

it('a web search is for the whole name, whatever stands in it', () => {
  for (const name of ['Basalt & Sons, Ltd.', 'ACME #1 "Trading"?q=x', '茶葉 Co']) {
    const address = new URL(webSearchAddress(name));
    expect(address.protocol).toBe('https:');
    expect([...address.searchParams]).toEqual([['q', name]]);
  }
});
