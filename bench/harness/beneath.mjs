/** What the benches take from beneath the records' index: definitions that must not be written a second time. */
export { Random } from '../../packages/demo/dist/random.js';
export { FILL_SETTINGS, ROLL_UPS } from '../../packages/records/dist/schema/roll-ups.js';
export { partyKey } from '../../packages/records/dist/text/party-name-keys.js';
export { POSTGRES } from '../../packages/testing/dist/postgres.js';
