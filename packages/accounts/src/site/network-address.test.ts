import { expect, it } from 'vitest';
import { countedAddress } from './network-address.js';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('the network address %s is counted as %s', (address, counted) => {
  expect(countedAddress(address)).toBe(counted);
});
