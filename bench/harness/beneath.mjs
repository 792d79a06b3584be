/** What the benches take from beneath the records' index: definitions that must not be written a second time. */
export { Random } from '../../packages/demo/dist/random.js';
export { SINGLE_SERVER } from '../../packages/records/dist/schema/layout.js';
export { FILL_SETTINGS, MONTH_GROUPS, ROLL_UPS } from '../../packages/records/dist/schema/roll-ups.js';
export { keysOfNames } from '../../packages/records/dist/text/keys-of-names.js';
export { partyKey } from '../../packages/records/dist/text/party-name-keys.js';
export { PARTY_PAIRS, pairsByKind } from '../../packages/testing/dist/party-pairs.js';
