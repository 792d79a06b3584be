import { backups } from './backups.js';
import { commands } from './commands.js';
import { exports } from './exports.js';
import type { Subject } from './harness.js';
import { portals } from './portals.js';
import { watches } from './watches.js';

export const SUBJECTS: readonly Subject[] = [commands, backups, exports, portals, watches];
