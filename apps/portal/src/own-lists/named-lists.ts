import type { Accounts, NamedList, User } from '@tidewaiter/accounts';
import {
  listOfOthers,
  listsNamedIn,
  listTooLong,
  noSuchList,
  OWN_LIST_LIMITS,
  PortalError,
} from '@tidewaiter/contract';

/** The lists of an account that the lines of some questions name. */
export function namedLists(
  { lists }: Pick<Accounts, 'lists'>,
  user: User,
  asked: readonly object[],
): Promise<NamedList[]> {
  const names = asked.flatMap((one) => ('line' in one && typeof one.line === 'string' ? listsNamedIn(one.line) : []));
  return lists.ownLists.named(user, [...new Set(names)]);
}

/**
 * A list of companies of an account, by which parties are told apart; none where none is named.
 *
 * @throws PortalError VALIDATION where there is no such list, it is of others, or too much stands on it
 */
export async function listOfCompanies(
  { lists }: Pick<Accounts, 'lists'>,
  user: User,
  name: string | null,
): Promise<NamedList | undefined> {
  if (name === null) return undefined;
  const [list] = await lists.ownLists.named(user, [name]);
  if (!list) throw PortalError.invalid('list', noSuchList(name));
  if (list.kind !== 'COMPANY') throw PortalError.invalid('list', listOfOthers(name, list.kind));
  if (list.members.length > OWN_LIST_LIMITS.members) throw PortalError.invalid('list', listTooLong(name));
  return list;
}
