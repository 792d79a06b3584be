import type { User } from '@tidewaiter/accounts';
import { type Allowance, OperatorError, PortalError } from '@tidewaiter/contract';
import type { Command } from 'commander';
import type { Services } from '../../app/services.js';
import {
  bound,
  countryCodes,
  dayOrNever,
  emailAddress,
  monthsOrNone,
  points,
  type Unbounded,
} from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';
import { count, printJson, table } from '../shell/print.js';
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
  json?: boolean;
}

interface SubscribeOptions extends SubscriptionOptions {
  json?: boolean;
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
  const account = program.command('account').summary('people').description('The people who may sign in.');
  addCreate(account, context);
  addList(account, context);
  addVerify(account, context);
  addLink(account, context);
  addSubscribe(account, context);
  addSwitch(account, context, 'disable', 'Ends every sign-in of an account and of its sub-users, until it is enabled.');
  addSwitch(account, context, 'enable', 'Lets an account sign in again.');
  addPassword(account, context);
  addAccountFactorCommands(account, context);
  addAccountSignOnCommand(account, context);
  addAccountKeyCommand(account, context);
  addDelete(account, context);
}

function addCreate(account: Command, context: CommandContext): void {
  withSubscriptionOptions(
    account
      .command('create')
      .summary('open an account')
      .description(
        'Opens a main account and prints its random password, which is shown this once. Its person chooses another one at the first sign-in.',
      )
      .argument('[email]', 'the address that signs in', emailAddress)
      .option('--email <address>', 'the same', emailAddress)
      .requiredOption('--firstname <name>', 'first name')
      .requiredOption('--lastname <name>', 'last name')
      .requiredOption('--company <name>', 'company')
      .option('--plan <name>', 'its plan, as `plan list` names it', 'Operator')
      .option('--keep-password', 'the printed password stays: for a program that signs in'),
  )
    .option('--json', 'answer as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx tidewaiter account create a@example.com --firstname Ada --lastname Bay --company Acme --plan SME',
    )
    .action(async (given: string | undefined, options: CreateOptions, command: Command) => {
      const email = given ?? options.email;
      if (email === undefined)
        command.error("error: missing the account's e-mail address: account create EMAIL", { exitCode: 2 });
      const services = await context.services();
      const { accounts } = services;
      const { user, password } = await accounts.newAccounts.create({
        email,
        firstname: options.firstname,
        lastname: options.lastname,
        companyName: options.company,
        mustChangePassword: !options.keepPassword,
        ...(await subscriptionOf(options, 'Operator', services)),
      });
      if (options.json) return printJson(context, { userid: user.id, email: user.email, password });
      const then = options.keepPassword ? '' : ', and then chooses another one';
      context.out(`${user.email} can sign in with the password ${password}${then}`);
    });
}

function addList(account: Command, context: CommandContext): void {
  account
    .command('list')
    .summary('who has an account')
    .description('Lists everybody, with plan and state; sub-users with their owner.')
    .option('--json', 'answer as JSON')
    .action(async (options: { json?: boolean }) => {
      const { accounts } = await context.services();
      const everyone = await accounts.users.list();
      const emails = new Map(everyone.map(({ id, email }) => [id, email]));
      const rows = await Promise.all(
        everyone.map(async (user) => {
          const plan = await accounts.subscriptions.planOf(user);
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
      if (options.json) return printJson(context, rows);
      if (rows.length === 0) return context.out('Nobody has an account yet.');
      table(
        context,
        ['email', 'company', 'owner', 'plan', 'until', 'state'],
        rows.map(({ email, company, owner, plan, expiresOn, state }) => [
          email,
          company,
          owner ?? '',
          plan ?? '',
          expiresOn ?? '',
          state,
        ]),
      );
    });
}

function addVerify(account: Command, context: CommandContext): void {
  withSubscriptionOptions(
    account
      .command('verify')
      .summary('let in who signed up')
      .description('Lets an account in that waits, and mails its person a link to set their password.')
      .argument('<email>', 'the address that signed up', emailAddress)
      .argument('[plan]', 'its plan (default: Free, on which everybody begins)')
      .option('--plan <name>', 'the same'),
  )
    .option('--json', 'answer as JSON')
    .addHelpText('after', '\nExample:\n  $ npx tidewaiter account verify a@example.com SME --countries KOR,VNM')
    .action(async (email: string, plan: string | undefined, options: SubscriptionOptions & { json?: boolean }) => {
      const services = await context.services();
      const { accounts } = services;
      const user = await accounts.users.ofAddress(email);
      await accounts.signUps.verify(user, await subscriptionOf(options, plan ?? 'Free', services));
      if (options.json) return printJson(context, { userid: user.id, email: user.email });
      context.out(`${user.email} is verified; a link to set a password is on its way.`);
    });
}

function addLink(account: Command, context: CommandContext): void {
  account
    .command('link')
    .summary('mail another link for a first password')
    .description(
      'Mails somebody who has no password yet another link to set one, where the first is lost or too old. Earlier links no longer work.',
    )
    .argument('<email>', 'the address of the account, or of a sub-user', emailAddress)
    .option('--json', 'answer as JSON')
    .action(async (email: string, options: { json?: boolean }) => {
      const { accounts } = await context.services();
      const user = await accounts.users.ofAddress(email);
      await accounts.firstLinks.sendAgain(user, null).catch((error: unknown) => {
        throw error instanceof PortalError ? new OperatorError(error.message) : error;
      });
      if (options.json) return printJson(context, { userid: user.id, email: user.email });
      context.out(`A link to set a password is on its way to ${user.email}.`);
    });
}

function addSubscribe(account: Command, context: CommandContext): void {
  withSubscriptionOptions(
    account
      .command('subscribe')
      .summary('put an account on a plan')
      .description('Puts a main account on a plan from today. Its allowances begin anew; its workspaces stay.')
      .argument('<email>', 'the address of the main account', emailAddress)
      .argument('[plan]', 'the plan, as `plan list` names it')
      .option('--plan <name>', 'the same'),
  )
    .option('--json', 'answer as JSON')
    .addHelpText('after', '\nExample:\n  $ npx tidewaiter account subscribe a@example.com SME --expires 2027-12-31')
    .action(async (email: string, given: string | undefined, options: SubscribeOptions, command: Command) => {
      const name = given ?? options.plan;
      if (name === undefined) command.error('error: missing the plan: account subscribe EMAIL PLAN', { exitCode: 2 });
      const services = await context.services();
      const { accounts } = services;
      const user = await accounts.users.mainAccount(email);
      await accounts.subscriptions.subscribe(user.id, await subscriptionOf(options, name, services));
      const plan = await accounts.subscriptions.planOf(user);
      if (options.json) return printJson(context, { userid: user.id, email: user.email, ...plan });
      context.out(`${user.email} is on ${name}${plan?.expiresOn ? ` until ${plan.expiresOn}` : ''}.`);
    });
}

function addSwitch(account: Command, context: CommandContext, name: 'disable' | 'enable', description: string): void {
  account
    .command(name)
    .summary(name === 'disable' ? 'keep an account out' : 'let it in again')
    .description(description)
    .argument('<email>', 'the address of the account', emailAddress)
    .option('--json', 'answer as JSON')
    .action(async (email: string, options: { json?: boolean }) => {
      const { accounts } = await context.services();
      const user = await accounts.users.ofAddress(email);
      await accounts.users.setDisabled(user, name === 'disable');
      if (options.json) return printJson(context, { userid: user.id, email: user.email, state: `${name}d` });
      context.out(`${user.email} is ${name}d.`);
    });
}

function addPassword(account: Command, context: CommandContext): void {
  account
    .command('password')
    .summary('take a password away and let another one be set')
    .description(
      'Ends a password and every session of its person, and mails them a link to set another. With --print it prints a random one in its ' +
        'place, this once, which its person changes at the next sign-in.',
    )
    .argument('<email>', 'the address of the account, or of a sub-user', emailAddress)
    .option('--print', 'print a new password instead of mailing a link')
    .option('--json', 'answer as JSON')
    .addHelpText('after', '\nExample:\n  $ npx tidewaiter account password a@example.com --print')
    .action(async (email: string, options: { print?: boolean; json?: boolean }) => {
      const { accounts } = await context.services();
      const user = await accounts.users.ofAddress(email);
      const password = options.print ? await accounts.operatorResets.replace(user) : undefined;
      if (password === undefined) await accounts.operatorResets.mailLink(user);
      if (options.json) return printJson(context, { userid: user.id, email: user.email, password });
      context.out(
        password === undefined
          ? `The password of ${user.email} works no more; a link to set another is on its way.`
          : `${user.email} can sign in with the password ${password}, and then chooses another one`,
      );
    });
}

interface DeleteOptions {
  reason: string;
  yes?: boolean;
  json?: boolean;
}

function addDelete(account: Command, context: CommandContext): void {
  account
    .command('delete')
    .summary('erase a person, with the sub-users of a main account')
    .description(
      'Erases what is known of a person: name, addresses, telephone, sessions, searches, workspaces, contacts, exports and mail; of a main account with all ' +
        'its sub-users. The ledger and the audit log keep their entries, without names and addresses. Nothing brings it back but a backup.',
    )
    .argument('<email>', 'the address of the account, or of a sub-user', emailAddress)
    .requiredOption('--reason <text>', 'why: it stays in the audit log, so name nobody in it')
    .option('--yes', 'do not ask')
    .option('--json', 'answer as JSON')
    .addHelpText('after', '\nExample:\n  $ npx tidewaiter account delete a@example.com --reason "asked for on 3 Nov"')
    .action(async (email: string, { reason, yes, json }: DeleteOptions) => {
      const { accounts, exportFiles } = await context.services();
      const user = await accounts.users.ofAddress(email);
      if (!yes) await mustBeMeant(context, user, (await accounts.erasures.whomOf(user)).length - 1);
      const { people, exports } = await accounts.erasures.erase(user, reason);
      for (const made of exports) await exportFiles.remove(made);
      if (json) return printJson(context, { userid: user.id, people });
      context.out(`${email} is erased${people > 1 ? `, and ${count(people - 1)} of its sub-users` : ''}.`);
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
  json?: boolean;
}

export function addGrantCommand(program: Command, context: CommandContext): void {
  program
    .command('grant')
    .summary('give or correct allowances')
    .description(
      'Adds to what an account has left, or takes from it with a minus sign, with a reason that its owner reads in their ledger. ' +
        'What is left at the end of the period lapses, as all of it does.',
    )
    .argument('<email>', 'the address; searches and workspaces go to its main account', emailAddress)
    .option('--searches <number>', 'searches', points)
    .option('--downloads <points>', 'download points', points)
    .option('--workspaces <number>', 'workspaces', points)
    .requiredOption('--reason <text>', 'why')
    .option('--json', 'answer as JSON')
    .addHelpText('after', '\nExample:\n  $ npx tidewaiter grant a@example.com --searches=-5 --reason "counted twice"')
    .action(async (email: string, options: GrantOptions) => {
      const asked: [Allowance, number | undefined][] = [
        ['SEARCHES', options.searches],
        ['DOWNLOADS', options.downloads],
        ['WORKSPACES', options.workspaces],
      ];
      const [grant, ...others] = asked.filter(([, number]) => number !== undefined);
      const [allowance, given] = grant ?? [];
      if (!allowance || given === undefined || others.length > 0) {
        throw new OperatorError('Say one of --searches, --downloads and --workspaces.');
      }
      const { accounts } = await context.services();
      const user = await accounts.users.ofAddress(email);
      const balance = await accounts.grants.give(user, allowance, given, options.reason).catch((error: unknown) => {
        throw error instanceof PortalError ? new OperatorError(REFUSED[error.code] ?? error.message) : error;
      });
      if (options.json) return printJson(context, { userid: user.id, email: user.email, allowance, balance });
      context.out(`${user.email} has ${count(balance)} ${allowance.toLowerCase()} left.`);
    });
}

const REFUSED: Partial<Record<string, string>> = {
  SEARCH_LIMIT_EXHAUSTED: 'There are not as many searches left.',
  DOWNLOAD_LIMIT_EXHAUSTED: 'There are not as many download points left.',
  WORKSPACE_LIMIT_EXHAUSTED: 'There are not as many workspaces left.',
  NO_SUBSCRIPTION: 'The account has no active subscription.',
};
