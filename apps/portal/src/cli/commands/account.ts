import type { User } from '@tidewaiter/accounts';
import { type Allowance, OperatorError, PortalError } from '@tidewaiter/contract';
import type { Command } from 'commander';
import type { Services } from '../../app/services.js';
import { act, group, listing } from '../shell/act.js';
import {
  bound,
  countryCodes,
  dayOrNever,
  emailAddress,
  monthsOrNone,
  personArgument,
  points,
  type Unbounded,
} from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';
import { count } from '../shell/print.js';
import { addAccountFactorCommands } from './account-factors.js';
import { addAccountKeyCommand } from './account-key.js';
import { addAccountSignOnCommand } from './account-sign-on.js';

/** What a subscription may say for itself, beside its plan. */
interface SubscriptionOptions {
  plan?: string;
  countries?: string[] | Unbounded;
  expires?: string | Unbounded;
  dataUpto?: string | Unbounded;
  dataMonths?: number | Unbounded;
}

interface CreateOptions extends SubscriptionOptions {
  email?: string;
  firstname: string;
  lastname: string;
  company: string;
  keepPassword?: boolean;
}

/** @throws OperatorError for a country that is no source */
async function subscriptionOf(options: SubscriptionOptions, plan: string, { records }: Services) {
  const countries = bound(options.countries);
  await records.countries.mustInclude(countries ?? []);
  return {
    plan: options.plan ?? plan,
    countries,
    expiresOn: bound<string>(options.expires),
    dataAccessUpto: bound<string>(options.dataUpto),
    dataAccessInMonth: bound(options.dataMonths),
  };
}

function stateOf({ disabledAt, verifiedAt, passwordHash, uplineId }: User): string {
  if (disabledAt) return 'disabled';
  if (!verifiedAt) return uplineId === null ? 'waits to be verified' : 'invited';
  return passwordHash ? 'active' : 'has no password yet';
}

const withSubscriptionOptions = (command: Command) =>
  command
    .option('--countries <codes>', "source countries, for instance KOR,VNM, or all (default: the plan's)", countryCodes)
    .option('--expires <day>', "last day, YYYY-MM-DD, or never (default: the plan's term from today)", dayOrNever)
    .option('--data-upto <day>', "last visible date of the records, or never (default: the plan's)", dayOrNever)
    .option('--data-months <number>', "months of records back from it, or none (default: the plan's)", monthsOrNone);

export function addAccountCommand(program: Command, context: CommandContext): void {
  const account = group(program, 'account', 'people', 'The people who may sign in.');

  act(account, context, 'create', {
    summary: 'open an account',
    description:
      'Opens a main account and prints its random password, which is shown this once. Its person chooses another one at the first sign-in.',
    takes: (command) =>
      withSubscriptionOptions(
        command
          .argument('[email]', 'the address that signs in', emailAddress)
          .option('--email <address>', 'the same', emailAddress)
          .requiredOption('--firstname <name>', 'first name')
          .requiredOption('--lastname <name>', 'last name')
          .requiredOption('--company <name>', 'company')
          .option('--plan <name>', 'its plan, as `plan list` names it', 'Operator')
          .option('--keep-password', 'the printed password stays: for a program that signs in'),
      ),
    example: 'account create a@example.com --firstname Ada --lastname Bay --company Acme --plan SME',
    async does(given: string | undefined, options: CreateOptions, command: Command) {
      const email = given ?? options.email;
      if (email === undefined)
        command.error("error: missing the account's e-mail address: account create EMAIL", { exitCode: 2 });
      const services = await context.services();
      const { user, password } = await services.accounts.people.newAccounts.create({
        email,
        firstname: options.firstname,
        lastname: options.lastname,
        companyName: options.company,
        mustChangePassword: !options.keepPassword,
        ...(await subscriptionOf(options, 'Operator', services)),
      });
      const then = options.keepPassword ? '' : ', and then chooses another one';
      return [
        { userid: user.id, email: user.email, password },
        `${user.email} can sign in with the password ${password}${then}`,
      ];
    },
  });

  act(account, context, 'list', {
    summary: 'who has an account',
    description: 'Lists everybody, with plan and state; sub-users with their owner.',
    async does() {
      const { accounts } = await context.services();
      const everyone = await accounts.people.users.list();
      const emails = new Map(everyone.map(({ id, email }) => [id, email]));
      const rows = await Promise.all(
        everyone.map(async (user) => {
          const plan = await accounts.plans.subscriptions.planOf(user);
          return {
            userid: user.id,
            email: user.email,
            company: user.companyName,
            owner: user.uplineId === null ? null : (emails.get(user.uplineId) ?? null),
            plan: plan?.plan ?? null,
            expiresOn: plan?.expiresOn ?? null,
            state: stateOf(user),
          };
        }),
      );
      const words = listing(rows, 'Nobody has an account yet.', {
        email: ({ email }) => email,
        company: ({ company }) => company,
        owner: ({ owner }) => owner,
        plan: ({ plan }) => plan,
        until: ({ expiresOn }) => expiresOn,
        state: ({ state }) => state,
      });
      return [rows, words];
    },
  });

  act(account, context, 'verify', {
    summary: 'let in who signed up',
    description: 'Lets an account in that waits, and mails its person a link to set their password.',
    takes: (command) =>
      withSubscriptionOptions(
        command
          .argument('<email>', 'the address that signed up', emailAddress)
          .argument('[plan]', 'its plan (default: Free, on which everybody begins)')
          .option('--plan <name>', 'the same'),
      ),
    example: 'account verify a@example.com SME --countries KOR,VNM',
    async does(address: string, plan: string | undefined, options: SubscriptionOptions) {
      const services = await context.services();
      const user = await services.accounts.people.users.ofAddress(address);
      await services.accounts.people.signUps.verify(user, await subscriptionOf(options, plan ?? 'Free', services));
      const { id: userid, email } = user;
      return [{ userid, email }, `${email} is verified; a link to set a password is on its way.`];
    },
  });

  act(account, context, 'link', {
    summary: 'mail another link for a first password',
    description:
      'Mails somebody who has no password yet another link to set one, where the first is lost or too old. Earlier links no longer work.',
    takes: personArgument,
    async does(address: string) {
      const { accounts } = await context.services();
      const user = await accounts.people.users.ofAddress(address);
      await accounts.people.firstLinks.sendAgain(user, null);
      const { id: userid, email } = user;
      return [{ userid, email }, `A link to set a password is on its way to ${email}.`];
    },
  });

  act(account, context, 'subscribe', {
    summary: 'put an account on a plan',
    description: 'Puts a main account on a plan from today. Its allowances begin anew; its workspaces stay.',
    takes: (command) =>
      withSubscriptionOptions(
        command
          .argument('<email>', 'the address of the main account', emailAddress)
          .argument('[plan]', 'the plan, as `plan list` names it')
          .option('--plan <name>', 'the same'),
      ),
    example: 'account subscribe a@example.com SME --expires 2027-12-31',
    async does(address: string, given: string | undefined, options: SubscriptionOptions, command: Command) {
      const name = given ?? options.plan;
      if (name === undefined) command.error('error: missing the plan: account subscribe EMAIL PLAN', { exitCode: 2 });
      const services = await context.services();
      const {
        people: { users },
        plans: { subscriptions },
      } = services.accounts;
      const user = await users.mainAccount(address);
      await subscriptions.subscribe(user.id, await subscriptionOf(options, name, services));
      const plan = await subscriptions.planOf(user);
      return [
        { userid: user.id, email: user.email, ...plan },
        `${user.email} is on ${name}${plan?.expiresOn ? ` until ${plan.expiresOn}` : ''}.`,
      ];
    },
  });

  for (const [name, summary, description] of [
    ['disable', 'keep an account out', 'Ends every sign-in of an account and of its sub-users, until it is enabled.'],
    ['enable', 'let it in again', 'Lets an account sign in again.'],
  ] as const)
    act(account, context, name, {
      ...{ summary, description },
      takes: (command) => command.argument('<email>', 'the address of the account', emailAddress),
      async does(address: string) {
        const { accounts } = await context.services();
        const user = await accounts.people.users.ofAddress(address);
        await accounts.people.users.setDisabled(user, name === 'disable');
        return [{ userid: user.id, email: user.email, state: `${name}d` }, `${user.email} is ${name}d.`];
      },
    });

  act(account, context, 'password', {
    summary: 'take a password away and let another one be set',
    description:
      'Ends a password and every session of its person, and mails them a link to set another. With --print it prints a random one in its ' +
      'place, this once, which its person changes at the next sign-in.',
    takes: (command) => personArgument(command).option('--print', 'print a new password instead of mailing a link'),
    example: 'account password a@example.com --print',
    async does(address: string, { print }: { print?: boolean }) {
      const { accounts } = await context.services();
      const user = await accounts.people.users.ofAddress(address);
      const password = print ? await accounts.access.operatorResets.replace(user) : undefined;
      if (password === undefined) await accounts.access.operatorResets.mailLink(user);
      const words =
        password === undefined
          ? `The password of ${user.email} works no more; a link to set another is on its way.`
          : `${user.email} can sign in with the password ${password}, and then chooses another one`;
      return [{ userid: user.id, email: user.email, password }, words];
    },
  });

  addAccountFactorCommands(account, context);
  addAccountSignOnCommand(account, context);
  addAccountKeyCommand(account, context);

  act(account, context, 'data', {
    summary: 'what is known of a person, for who asks for it as the law lets them',
    description: 'Writes what is known of a person into a file, as JSON. Be sure of who asks: the audit log has it.',
    takes: (command) =>
      personArgument(command).requiredOption(
        '--out <file>',
        'the file to write; one that is there is not written over',
      ),
    example: 'account data a@example.com --out person.json',
    async does(address: string, { out }: { out: string }) {
      const { accounts } = await context.services();
      const user = await accounts.people.users.ofAddress(address);
      await context.files.write(out, [JSON.stringify(await accounts.people.personalData.of(user), null, 2)]);
      return [{ userid: user.id, file: out }, `What is known of ${user.email} is in ${out}.`];
    },
  });

  act(account, context, 'delete', {
    summary: 'erase a person, with the sub-users of a main account',
    description:
      'Erases what is known of a person: name, addresses, telephone, sessions, searches, workspaces, contacts, exports and mail; of a main account with all ' +
      'its sub-users. The ledger and the audit log keep their entries, without names and addresses. Nothing brings it back but a backup.',
    takes: (command) =>
      personArgument(command)
        .requiredOption('--reason <text>', 'why: it stays in the audit log, so name nobody in it')
        .option('--yes', 'do not ask'),
    example: 'account delete a@example.com --reason "asked for on 3 Nov"',
    async does(email: string, { reason, yes }: { reason: string; yes?: boolean }) {
      const { accounts, exportFiles } = await context.services();
      const user = await accounts.people.users.ofAddress(email);
      if (!yes) await mustBeMeant(context, user, (await accounts.people.erasures.whomOf(user)).length - 1);
      const { people, exports } = await accounts.people.erasures.erase(user, reason);
      for (const made of exports) await exportFiles.remove(made);
      const others = people > 1 ? `, and ${count(people - 1)} of its sub-users` : '';
      return [{ userid: user.id, people }, `${email} is erased${others}.`];
    },
  });
}

/** @throws OperatorError where nobody says so by the address */
async function mustBeMeant({ ask }: CommandContext, { email }: User, subUsers: number): Promise<void> {
  const others = subUsers > 0 ? ` and its ${count(subUsers)} sub-users` : '';
  if (!ask) throw new OperatorError(`This erases ${email}${others} for good. Nobody can be asked here: say --yes.`);
  const answer = await ask(`This erases ${email}${others} for good. Type the address to go on: `);
  if (answer.trim().toLowerCase() !== email) throw new OperatorError('That is another address: nothing is changed.');
}

interface GrantOptions {
  searches?: number;
  downloads?: number;
  workspaces?: number;
  reason: string;
}

export function addGrantCommand(program: Command, context: CommandContext): void {
  act(program, context, 'grant', {
    summary: 'give or correct allowances',
    description:
      'Adds to what an account has left, or takes from it with a minus sign, with a reason that its owner reads in their ledger. ' +
      'What is left at the end of the period lapses, as all of it does.',
    takes: (command) =>
      command
        .argument('<email>', 'the address; searches and workspaces go to its main account', emailAddress)
        .option('--searches <number>', 'searches', points)
        .option('--downloads <points>', 'download points', points)
        .option('--workspaces <number>', 'workspaces', points)
        .requiredOption('--reason <text>', 'why'),
    example: 'grant a@example.com --searches=-5 --reason "counted twice"',
    async does(address: string, { searches, downloads, workspaces, reason }: GrantOptions) {
      const asked: [Allowance, number | undefined][] = [
        ['SEARCHES', searches],
        ['DOWNLOADS', downloads],
        ['WORKSPACES', workspaces],
      ];
      const [grant, ...others] = asked.filter(([, number]) => number !== undefined);
      const [allowance, given] = grant ?? [];
      if (!allowance || given === undefined || others.length > 0)
        throw new OperatorError('Say one of --searches, --downloads and --workspaces.');
      const { accounts } = await context.services();
      const user = await accounts.people.users.ofAddress(address);
      const balance = await accounts.plans.grants.give(user, allowance, given, reason).catch((error: unknown) => {
        throw error instanceof PortalError ? new OperatorError(REFUSED[error.code] ?? error.message) : error;
      });
      const { id: userid, email } = user;
      return [{ userid, email, allowance, balance }, `${email} has ${count(balance)} ${allowance.toLowerCase()} left.`];
    },
  });
}

const REFUSED: Partial<Record<string, string>> = {
  SEARCH_LIMIT_EXHAUSTED: 'There are not as many searches left.',
  DOWNLOAD_LIMIT_EXHAUSTED: 'There are not as many download points left.',
  WORKSPACE_LIMIT_EXHAUSTED: 'There are not as many workspaces left.',
  NO_SUBSCRIPTION: 'The account has no active subscription.',
};
