import { WATCH_SIGNALS, WATCH_THRESHOLDS } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { type MovedShare, shareSpans, type WatchedChanges } from './changes.js';
import { findingsOf } from './findings.js';

const STILL = { before: 20, after: 20, shipments: 300, alike: { before: 800, after: 200 } };

const NONE = { firstDay: '', lastDay: '', countries: [] };

/** What is told of a share, at the usual strictness. */
const toldOf = (now: MovedShare, was: MovedShare = STILL) => foundOf(now, was).map(({ finding }) => finding);

function foundOf(now: MovedShare, was: MovedShare, newSources: WatchedChanges['ends']['newSources'] = []) {
  const changes: WatchedChanges = {
    ends: { last: '2026-03-31', before: '2026-02-28', newSources, becameWhole: ['2026-03'], wholeUpto: null },
    ...{ fresh: { records: 0, ...NONE }, months: [], unit: '', quartiles: null, spans: shareSpans('2026-03') },
    groups: [
      {
        ...{ side: 'exporters', key: 'one', name: 'Sell One', shares: { now, was } },
        fresh: { shipments: 0, valueUsd: 0, ...NONE },
        earlier: { shipments: 9, lastDay: '2026-03-01' },
        all: { shipments: 9, days: 3, firstDay: '2025-01-01', lastDay: '2026-03-01', countries: ['KOR'] },
      },
    ],
  };
  const telling = { signals: WATCH_SIGNALS, thresholds: WATCH_THRESHOLDS.USUAL };
  const scope = { countryCode: ['KOR'], fromDate: '2023-04-01', toDate: '2026-03-31' };
  return findingsOf(changes, { ...telling, tradeType: 'IMPORT', dataVersion: 1, scope });
}

const moved = { before: 20, after: 40, shipments: 300 };

it('tells of a share that moved further than chance explains', () => {
  const [found] = toldOf({ ...moved, alike: { before: 800, after: 200 } });
  // 3.5 times the binomial spread of 24% in 800 shipments beside 200.
  expect(found).toMatchObject({ signal: 'SHARE', before: 20, after: 40, chance: expect.closeTo(11.82, 2) });
});

it('tells of a move when it comes to pass, and not of one that lasts', () => {
  const up = { ...STILL, after: 40 };
  expect(toldOf(up, { ...STILL, after: 30 })).toHaveLength(1);
  expect(toldOf(up, { ...STILL, after: 38 })).toEqual([]);
  expect(toldOf(up, { ...STILL, before: 38 })).toHaveLength(1);
});

it('is quiet of the same move where shipments are few, or a few are large', () => {
  expect(toldOf({ ...moved, alike: { before: 80, after: 20 } })).toEqual([]);
  expect(toldOf({ ...moved, alike: { before: 800, after: 6 } })).toEqual([]);
  // Of fewer points, of whoever has hardly any shipments, and where there is nothing to compare with.
  const many = { before: 80_000, after: 20_000 };
  expect(toldOf({ ...moved, after: 31, alike: many })).toEqual([]);
  expect(toldOf({ ...moved, shipments: 2, alike: many })).toEqual([]);
  expect(toldOf({ ...moved, before: 0, alike: { before: 0, after: 200 } })).toEqual([]);
});

it('rests on the days of its records, as far as they were looked at', () => {
  const restsOf = (found: ReturnType<typeof foundOf>) => found.map(({ rests }) => rests);
  const source = { country: 'KOR', records: 3, last: '2023-04-20', before: null };
  expect(restsOf(foundOf(STILL, STILL, [source]))).toEqual([
    { countries: ['KOR'], from: '2023-04-01', to: '2023-04-20' },
  ]);
  expect(restsOf(foundOf({ ...moved, alike: STILL.alike }, STILL))).toEqual([
    { countries: ['KOR'], from: '2025-01-01', to: '2026-03-31' },
  ]);
});
