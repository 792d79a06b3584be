import type { LaneState } from '@tidewaiter/records';
import type { Services } from '../app/services.js';
import { HEAVY_CALLS } from './handlers/heavy-calls.js';
import { COMPRESSING } from './large-answers.js';

/** Wherever work waits for its turn in this process: the door, the record engine's lanes, and those for work that takes a processor. */
export const lanesOf = ({ records, contactFiles, admission }: Services): Record<string, LaneState> => ({
  admission: admission.state,
  ...records.state().lanes,
  heavy: HEAVY_CALLS.state,
  compressing: COMPRESSING.state,
  contacts: contactFiles.state,
});
