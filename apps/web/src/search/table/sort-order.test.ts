import { RECORD_COLUMNS, type SearchPayload, TRADE_TYPES } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { question } from '../../../testing/question.js';
import { firstDirection, sortOrder } from './sort-order.js';

const query = (changes: Partial<SearchPayload>) => question({ countryCode: ['IND'], ...changes });

describe('the order of a result', () => {
  it.each(TRADE_TYPES)(
    'is by the date column of its trade type, latest first, when none is asked for: %s',
    (tradeType) => {
      const { key, direction } = sortOrder(query({ tradeType }));
      expect(RECORD_COLUMNS[tradeType].find((column) => column.key === key)?.type).toBe('date');
      expect(direction).toBe('desc');
    },
  );

  it('starts with the largest and the latest, and with A', () => {
    const first = (name: string) => {
      const column = RECORD_COLUMNS.IMPORT.find((candidate) => candidate.name === name);
      return column && firstDirection(column);
    };
    expect(['record_date', 'quantity', 'importer_name', 'hs_code'].map(first)).toEqual(['desc', 'desc', 'asc', 'asc']);
  });
});
