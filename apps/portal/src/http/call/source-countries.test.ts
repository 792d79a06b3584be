import { expect, it, vi } from 'vitest';
import type { Services } from '../../app/services.js';
import { mustAskForSources } from './source-countries.js';

it('the bytes of a file are not looked through for countries: each of millions would be', async () => {
  const entries = vi.spyOn(Object, 'entries');
  await mustAskForSources(Buffer.alloc(1024), {} as Services);
  expect(entries).not.toHaveBeenCalled();
  await mustAskForSources({ countryCode: ['KOR'] }, {} as Services);
  expect(entries).toHaveBeenCalled();
  entries.mockRestore();
});
