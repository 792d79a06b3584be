import { OperatorError } from '@tidewaiter/contract';
import type { Command } from 'commander';
import { act } from '../shell/act.js';
import { emailAddress, personArgument } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';

/** What the operator does about second factors, and about who else is an operator, which asks for one. */
export function addAccountFactorCommands(account: Command, context: CommandContext): void {
  act(account, context, 'reset-factors', {
    summary: 'take lost second factors away',
    description:
      'Removes the second factors, passkeys and recovery codes of somebody who has lost them, ends their sessions and tells them by mail. Be sure of who asks: with the password alone their account is open then.',
    takes: personArgument,
    example: 'account reset-factors a@example.com',
    async does(address: string) {
      const { accounts } = await context.services();
      const user = await accounts.people.users.ofAddress(address);
      const removed = await accounts.access.operatorResets.removeFactors(user);
      return [
        { userid: user.id, removed },
        `${user.email} signs in with the password alone, until they add a second factor again.`,
      ];
    },
  });

  act(account, context, 'demand-factors', {
    summary: 'ask an account for a second factor',
    description:
      'Asks everybody of a main account for a second factor: who has none adds one before anything else. Its owner cannot take that back.',
    takes: (command) =>
      command.argument('<email>', 'the address of the main account', emailAddress).option('--off', 'ask no more'),
    example: 'account demand-factors a@example.com',
    async does(address: string, { off = false }: { off?: boolean }) {
      const { accounts } = await context.services();
      const owner = await accounts.people.users.mainAccount(address);
      await accounts.access.factors.demand(owner, !off, 'OPERATOR', { actorId: null });
      const words = off
        ? `A second factor is no longer asked of the people of ${owner.email}.`
        : `Everybody of ${owner.email} is asked for a second factor.`;
      return [{ userid: owner.id, demanded: !off }, words];
    },
  });

  act(account, context, 'operator', {
    summary: 'let a person run the portal by its screen',
    description:
      'Gives a person the right to use /operator, where they see every account, load and entry of the audit log and change what commands change. They sign in with a second factor from then on. It is given and taken by this command alone.',
    takes: (command) =>
      command.argument('<email>', 'the address of the person', emailAddress).option('--off', 'take it away'),
    example: 'account operator a@example.com',
    async does(address: string, { off = false }: { off?: boolean }) {
      const { accounts } = await context.services();
      const user = await accounts.people.users.ofAddress(address);
      if (!off && (user.disabledAt || !user.verifiedAt))
        throw new OperatorError(`${user.email} ${user.disabledAt ? 'is disabled' : 'has never set a password'}.`);
      await accounts.people.users.setOperator(user, !off);
      const words = off
        ? `${user.email} is no operator any more.`
        : `${user.email} runs the portal at /operator from the next sign-in on.`;
      return [{ userid: user.id, operator: !off }, words];
    },
  });
}
