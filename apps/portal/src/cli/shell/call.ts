/** Acts of commands that are the operator's calls: done by the handler of the call, and told in its words. */
import {
  OPERATOR_ENDPOINTS,
  OperatorError,
  type ParamsOf,
  type RequestOf,
  type ResponseOf,
} from '@tidewaiter/contract';
import type { Command } from 'commander';
import { act, type Described, type Given, type Taken, type Takes, taken } from './act.js';
import { emailAddress } from './arguments.js';
import type { CommandContext } from './context.js';

type Calls = typeof OPERATOR_ENDPOINTS;
export type OperatorCall = keyof Calls;

/**
 * Does what a call of the operator does.
 *
 * @throws OperatorError for what the call does not take
 */
export async function perform<Name extends OperatorCall>(
  name: Name,
  context: CommandContext,
  { params, request }: { params: ParamsOf<Calls[Name]>; request: RequestOf<Calls[Name]> },
): Promise<ResponseOf<Calls[Name]>> {
  const { OPERATOR_HANDLERS } = await import('../../http/handlers/operator.js');
  const read = OPERATOR_ENDPOINTS[name].request.safeParse(request);
  if (!read.success) throw new OperatorError(read.error.issues[0]?.message ?? '');
  const services = await context.services();
  const handler = OPERATOR_HANDLERS[name] as (act: object) => Promise<ResponseOf<Calls[Name]>>;
  return handler({ services, config: context.config, params, request: read.data, caller: undefined });
}

/** Calls about one person that say what they have done. */
type PersonCall = {
  [Name in OperatorCall]: ParamsOf<Calls[Name]> extends { person: number }
    ? ResponseOf<Calls[Name]> extends { message: string }
      ? Name
      : never
    : never;
}[OperatorCall];

export const person = taken('<email>', 'the address of the account, or of a sub-user', emailAddress);

/** An act on a person, who is named by an address. */
export const ofPerson = <Name extends PersonCall, T extends Takes = Record<never, never>>(
  name: Name,
  {
    email = person,
    takes,
    request,
    ...described
  }: Omit<Described, 'screen'> & {
    email?: Taken<string>;
    takes?: T;
    request: (given: Given<T>, command: Command) => RequestOf<Calls[Name]>;
  },
) =>
  act({
    ...described,
    screen: [name],
    takes: { email, ...takes },
    async does(given, context, command) {
      const asked = request(given as Given<T>, command);
      const user = await (await context.services()).accounts.people.users.ofAddress(given.email as string);
      const params = { person: user.id } as ParamsOf<Calls[Name]>;
      const answer = (await perform(name, context, { params, request: asked })) as { message: string };
      return [{ userid: user.id, email: user.email, ...(asked as object), ...answer }, answer.message];
    },
  });
