import { backups } from './backups.js';
import { commands } from './commands.js';
import { exports } from './exports.js';
import { following } from './following.js';
import type { Subject } from './harness.js';
import { portals } from './portals.js';

export const SUBJECTS: readonly Subject[] = [commands, backups, exports, portals, following];
