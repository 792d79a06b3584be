import { describe, expect, it } from 'vitest';
import { confirmWords, estimateWords, partsToShow, stopWords } from './export-words.js';

describe('a quote in words', () => {
  it('says on its button what the export costs', () => {
    expect(confirmWords({ rows: 4, points: 3 })).toBe('Export 4 records for 3 points');
    expect(confirmWords({ rows: 1, points: 1 })).toBe('Export 1 record for 1 point');
    expect(confirmWords({ rows: 123_456, points: 0 })).toBe('Export 1,23,456 records, free');
  });

  it('says where the file ends, and why', () => {
    const quote = { rows: 500, matching: 12_345, maxDownload: 1000, balance: 70 };
    expect(stopWords({ ...quote, stoppedBy: null })).toBeNull();
    expect(stopWords({ ...quote, stoppedBy: 'MAXIMUM' })).toBe(
      'The file ends after 500 of 12,345 records, in the order of the screen: one export takes at most 1,000 points, with the records that you own counted in.',
    );
    expect(stopWords({ ...quote, stoppedBy: 'BALANCE' })).toMatch(/: your 70 points reach no further\.$/);
  });

  it('is told by country where that says more', () => {
    const part = { country: 'IND', weightage: 1, rows: 4, owned: 1, points: 3 };
    expect(partsToShow({ parts: [part] })).toEqual([]);
    expect(partsToShow({ parts: [{ ...part, weightage: 2 }] })).toHaveLength(1);
    expect(partsToShow({ parts: [part, { ...part, country: 'VNM' }] })).toHaveLength(2);
  });

  it('estimates the columns that are chosen', () => {
    const quote = { estimate: { bytes: 15_000, seconds: 1 } };
    expect(estimateWords(quote, { quoted: 15, chosen: 40 })).toBe('About 40 kB as Excel, ready in about 3 s.');
    expect(estimateWords(quote, { quoted: 15, chosen: 15 })).toBe('A small file, ready in about 1 s.');
  });
});
