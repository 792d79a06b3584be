import type { Caller } from '@tidewaiter/accounts';
import { actingAs } from '@tidewaiter/accounts/acting-as';
import { OperatorError, PortalError } from '@tidewaiter/contract';

/**
 * Does what an operator asks for over HTTP by the functions of the commands: the audit log names the person, and what those functions say to
 * who runs the portal is said to them.
 *
 * @throws PortalError OPERATOR_REFUSED in the words of an OperatorError
 */
export async function asOperator<Answer>({ user }: Pick<Caller, 'user'>, work: () => Promise<Answer>): Promise<Answer> {
  // A number: addresses leave the log when their person is erased.
  return actingAs.run(`person ${user.id}`, work).catch((error: unknown) => {
    throw error instanceof OperatorError ? new PortalError('OPERATOR_REFUSED', [], error.message) : error;
  });
}
