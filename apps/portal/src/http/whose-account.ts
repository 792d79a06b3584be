import { ownerOf, type User } from '@tidewaiter/accounts';
import { PortalError } from '@tidewaiter/contract';

/** Refuses a call that names another account than the caller's: themselves, or the owner whose sub-user they are. */
export function mustNameOwnAccount(user: User, userId: number): void {
  if (userId !== user.id && userId !== ownerOf(user)) throw new PortalError('NOT_YOURS');
}
