import type { LaneState } from '@tidewaiter/records';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Measures what works and waits in each lane, whenever it is asked for. */
export function measureLanes(lanes: () => Record<string, LaneState>, registry: Registry): void {
  const labelled = { labelNames: ['lane'], registers: [registry] };
  const measured = [
    ['running', Gauge, 'lane_running', 'Work of a lane that is under way'],
    ['waiting', Gauge, 'lane_waiting', 'Work that waits for a place in its lane'],
    ['refused', Counter, 'lane_refused_total', 'Work that was told to come back later, since too much waited'],
  ] as const;
  for (const [state, Kind, name, help] of measured)
    new Kind({
      ...{ ...labelled, name: `tidewaiter_${name}`, help },
      collect() {
        this.reset();
        for (const [lane, { [state]: count }] of Object.entries(lanes())) this.inc({ lane }, count);
      },
    });
}
