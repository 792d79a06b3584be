import type { SearchPayload } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { question } from '../../../testing/question.js';
import { onlyThis, withoutThis } from './narrow.js';

const query = (changes: Partial<SearchPayload> = {}) => question({ countryCode: ['IND'], ...changes });

it('only one value takes the place of all others of its list, and is no longer left out', () => {
  const asked = query({ importerList: ['ACME', 'BETA'], exceptImporterList: ['GAMMA', 'DELTA'] });
  expect(onlyThis(asked, 'importerList', 'GAMMA')).toEqual({
    importerList: ['GAMMA'],
    exceptImporterList: ['DELTA'],
  });
});

it('a value that is left out joins those that are, and is no longer asked for', () => {
  const asked = query({ importerList: ['ACME', 'BETA'], exceptImporterList: ['GAMMA'] });
  expect(withoutThis(asked, 'importerList', 'ACME')).toEqual({
    importerList: ['BETA'],
    exceptImporterList: ['GAMMA', 'ACME'],
  });
  expect(withoutThis(query({ importerList: ['ACME'] }), 'importerList', 'ACME')).toEqual({
    importerList: undefined,
    exceptImporterList: ['ACME'],
  });
});
