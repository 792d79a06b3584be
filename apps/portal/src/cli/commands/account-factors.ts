import { OperatorError } from '@tidewaiter/contract';
import type { Command } from 'commander';
import { emailAddress } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';
import { printJson } from '../shell/print.js';

/** What the operator does about second factors, and about who else is an operator, which asks for one. */
export function addAccountFactorCommands(account: Command, context: CommandContext): void {
  addReset(account, context);
  addDemand(account, context);
  addOperator(account, context);
}

function addReset(account: Command, context: CommandContext): void {
  account
    .command('reset-factors')
    .summary('take lost second factors away')
    .description(
      'Removes the second factors, passkeys and recovery codes of somebody who has lost them, ends their sessions and tells them by mail. Be sure of who asks: with the password alone their account is open then.',
    )
    .argument('<email>', 'the address of the account, or of a sub-user', emailAddress)
    .option('--json', 'answer as JSON')
    .addHelpText('after', '\nExample:\n  $ npx tidewaiter account reset-factors a@example.com')
    .action(async (email: string, { json }: { json?: boolean }) => {
      const { accounts } = await context.services();
      const user = await accounts.users.ofAddress(email);
      const removed = await accounts.operatorResets.removeFactors(user);
      if (json) return printJson(context, { userid: user.id, removed });
      context.out(`${user.email} signs in with the password alone, until they add a second factor again.`);
    });
}

function addDemand(account: Command, context: CommandContext): void {
  account
    .command('demand-factors')
    .summary('ask an account for a second factor')
    .description(
      'Asks everybody of a main account for a second factor: who has none adds one before anything else. Its owner cannot take that back.',
    )
    .argument('<email>', 'the address of the main account', emailAddress)
    .option('--off', 'ask no more')
    .option('--json', 'answer as JSON')
    .addHelpText('after', '\nExample:\n  $ npx tidewaiter account demand-factors a@example.com')
    .action(async (email: string, { off = false, json }: { off?: boolean; json?: boolean }) => {
      const { accounts } = await context.services();
      const owner = await accounts.users.mainAccount(email);
      await accounts.factors.demand(owner, !off, 'OPERATOR', { actorId: null });
      if (json) return printJson(context, { userid: owner.id, demanded: !off });
      context.out(
        off
          ? `A second factor is no longer asked of the people of ${owner.email}.`
          : `Everybody of ${owner.email} is asked for a second factor.`,
      );
    });
}

function addOperator(account: Command, context: CommandContext): void {
  account
    .command('operator')
    .summary('let a person run the portal by its screen')
    .description(
      'Gives a person the right to use /operator, where they see every account, load and entry of the audit log and change what commands change. They sign in with a second factor from then on. It is given and taken by this command alone.',
    )
    .argument('<email>', 'the address of the person', emailAddress)
    .option('--off', 'take it away')
    .option('--json', 'answer as JSON')
    .addHelpText('after', '\nExample:\n  $ npx tidewaiter account operator a@example.com')
    .action(async (email: string, { off = false, json }: { off?: boolean; json?: boolean }) => {
      const { accounts } = await context.services();
      const user = await accounts.users.ofAddress(email);
      if (!off && (user.disabledAt || !user.verifiedAt))
        throw new OperatorError(`${user.email} ${user.disabledAt ? 'is disabled' : 'has never set a password'}.`);
      await accounts.users.setOperator(user, !off);
      if (json) return printJson(context, { userid: user.id, operator: !off });
      context.out(
        off
          ? `${user.email} is no operator any more.`
          : `${user.email} runs the portal at /operator from the next sign-in on.`,
      );
    });
}
