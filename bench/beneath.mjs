/** What the benches take from beneath the records' index: definitions that must not be written a second time. */
export { Random } from '../packages/records/dist/demo/random.js';
export { coverageSql } from '../packages/records/dist/load/load-file.js';
export { partyKey, partyText } from '../packages/records/dist/normalise.js';
export { FILL_SETTINGS, ROLL_UPS } from '../packages/records/dist/schema/roll-ups.js';
