import type { Accounts, NamedList, User } from '@tidewaiter/accounts';
import { listsNamedIn } from '@tidewaiter/contract';

/** The lists of an account that the lines of some questions name. */
export function namedLists(
  { ownLists }: Pick<Accounts, 'ownLists'>,
  user: User,
  asked: readonly object[],
): Promise<NamedList[]> {
  const names = asked.flatMap((one) => ('line' in one && typeof one.line === 'string' ? listsNamedIn(one.line) : []));
  return ownLists.named(user, [...new Set(names)]);
}
