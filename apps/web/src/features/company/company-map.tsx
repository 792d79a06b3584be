import type { SearchAddress } from '@tidewaiter/contract';
import { dimensionOf } from '@tidewaiter/contract';
import { useMemo } from 'react';
import { laneOf } from '../../search/lane.js';
import { LaneMap } from '../../search/later-lane-map.js';
import { listPart } from '../../search/model/pills.js';
import type { ShownPart } from './company-calls.js';

/** The largest lanes are drawn. */
const DRAWN = 100;

/** Draws from where to where a company's goods go; a lane leads to its records. The table of lanes says the same. */
export function CompanyMap({ shown, records }: { shown: ShownPart; records: SearchAddress | null }) {
  const { lanes, tradeType } = shown;
  const drawn = useMemo(
    () =>
      lanes.rows
        .slice(0, DRAWN)
        .map(({ name, source, value_usd, shipments }) =>
          laneOf({ partner: name, source, valueUsd: value_usd, shipments }, tradeType),
        ),
    [lanes, tradeType],
  );
  const field = dimensionOf('foreignCountries').filter?.[tradeType];
  if (drawn.length === 0)
    return <p className="soft small readable">None of its records says from where to where goods went.</p>;
  return (
    <LaneMap
      lanes={drawn}
      addressOf={({ source, partner }) =>
        records && field ? { ...records, country: [source], ...listPart(field, [partner]) } : null
      }
    />
  );
}
