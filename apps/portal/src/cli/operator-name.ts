import { userName } from '../app/file-refusals.js';

/** Who gives a command: the user of the process, and who has become that by `sudo`, as is usual where a service has a user of its own. */
export function operatorName({ SUDO_USER: person }: NodeJS.ProcessEnv, user = userName()): string {
  return person === undefined || person === '' || person === user ? user : `${person} as ${user}`;
}
