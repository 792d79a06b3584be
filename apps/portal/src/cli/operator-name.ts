import { userInfo } from 'node:os';

/** The user's name, or their number where the system has no name for it, as in a container. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}

/** Who gives a command: the user of the process, and who has become that by `sudo`, as is usual where a service has a user of its own. */
export function operatorName({ SUDO_USER: person }: NodeJS.ProcessEnv, user = userName()): string {
  return person === undefined || person === '' || person === user ? user : `${person} as ${user}`;
}
