import type { User } from '@tidewaiter/accounts';
import { OperatorError } from '@tidewaiter/contract';
import { type Acts, act, listing, taken, takenOr } from '../shell/act.js';
import { bound, countryCodes, dayOrNever, emailAddress, monthsOrNone, type Unbounded } from '../shell/arguments.js';
import { ofPerson, perform, person } from '../shell/call.js';
import type { CommandContext } from '../shell/context.js';
import { count } from '../shell/print.js';

/** What a subscription may say for itself, beside its plan. */
const SUBSCRIPTION = {
  countries: taken(
    '--countries <codes>',
    "source countries, for instance KOR,VNM, or all (default: the plan's)",
    countryCodes,
  ),
  expires: taken('--expires <day>', "last day, YYYY-MM-DD, or never (default: the plan's term from today)", dayOrNever),
  dataUpto: taken('--data-upto <day>', "last visible date of the records, or never (default: the plan's)", dayOrNever),
  dataMonths: taken(
    '--data-months <number>',
    "months of records back from it, or none (default: the plan's)",
    monthsOrNone,
  ),
};

interface Subscription {
  countries: string[] | Unbounded | undefined;
  expires: string | Unbounded | undefined;
  dataUpto: string | Unbounded | undefined;
  dataMonths: number | Unbounded | undefined;
}

const subscriptionOf = ({ countries, expires, dataUpto, dataMonths }: Subscription, plan: string) => ({
  plan,
  countries: bound<string[]>(countries),
  expiresOn: bound<string>(expires),
  dataAccessUpto: bound<string>(dataUpto),
  dataAccessInMonth: bound<number>(dataMonths),
});

function stateOf({ disabledAt, verifiedAt, passwordHash, uplineId }: User): string {
  if (disabledAt) return 'disabled';
  if (!verifiedAt) return uplineId === null ? 'waits to be verified' : 'invited';
  return passwordHash ? 'active' : 'has no password yet';
}

const anAccount = taken('<email>', 'the address of the account', emailAddress);

export const ACCOUNT_ACTS = {
  'account create': act({
    summary: 'open an account',
    description:
      'Opens a main account and prints its random password, which is shown this once. Its person chooses another one at the first sign-in. ' +
      'With --invite they are mailed a link to set one instead, and nothing is printed.',
    takes: {
      address: taken('[email]', 'the address that signs in', emailAddress),
      same: taken('--email <address>', 'the same', emailAddress),
      firstname: taken('!--firstname <name>', 'first name'),
      lastname: taken('!--lastname <name>', 'last name'),
      companyName: taken('!--company <name>', 'company'),
      plan: takenOr('Operator', '--plan <name>', 'its plan, as `plan list` names it'),
      keepPassword: taken('--keep-password', 'the printed password stays: for a program that signs in'),
      invite: taken('--invite', 'mail a link to set a password'),
      ...SUBSCRIPTION,
    },
    example: 'account create a@example.com --firstname Ada --lastname Bay --company Acme --plan SME',
    screen: ['invitePerson'],
    audit: 'ACCOUNT_CREATED',
    async does(
      { address, same, firstname, lastname, companyName, plan, keepPassword, invite, ...given },
      context,
      command,
    ) {
      const email = address ?? same;
      if (email === undefined)
        return command.error("error: missing the account's e-mail address: account create EMAIL", { exitCode: 2 });
      const { accounts, records } = await context.services();
      const subscription = subscriptionOf(given, plan);
      if (invite) {
        const request = { email, firstname, lastname, company_name: companyName, ...subscription };
        const { message } = await perform('invitePerson', context, { params: {}, request });
        const user = await accounts.people.users.ofAddress(email);
        return [{ userid: user.id, email: user.email }, message];
      }
      await records.countries.mustInclude(subscription.countries ?? []);
      const { user, password } = await accounts.people.newAccounts.create({
        ...{ email, firstname, lastname, companyName, mustChangePassword: !keepPassword },
        ...subscription,
      });
      const then = keepPassword ? '' : ', and then chooses another one';
      return [
        { userid: user.id, email: user.email, password },
        `${user.email} can sign in with the password ${password}${then}`,
      ];
    },
  }),

  'account list': act({
    summary: 'who has an account',
    description: 'Lists everybody, with plan and state; sub-users with their owner.',
    screen: ['operatorPeople', 'operatorPerson'],
    async does(_, context) {
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
        email: 'email',
        company: 'company',
        owner: 'owner',
        plan: 'plan',
        until: 'expiresOn',
        state: 'state',
      });
      return [rows, words];
    },
  }),

  'account verify': ofPerson('verifyPerson', {
    summary: 'let in who signed up',
    description: 'Lets an account in that waits, and mails its person a link to set their password.',
    email: taken('<email>', 'the address that signed up', emailAddress),
    takes: {
      plan: taken('[plan]', 'its plan (default: Free, on which everybody begins)'),
      same: taken('--plan <name>', 'the same'),
      ...SUBSCRIPTION,
    },
    example: 'account verify a@example.com SME --countries KOR,VNM',
    audit: 'ACCOUNT_VERIFIED',
    request: ({ plan, same, ...given }) => subscriptionOf(given, same ?? plan ?? 'Free'),
  }),

  'account link': act({
    summary: 'mail another link for a first password',
    description:
      'Mails somebody who has no password yet another link to set one, where the first is lost or too old. Earlier links no longer work.',
    takes: { person },
    screen: ['resetPersonPassword'],
    audit: 'LINK_SENT',
    async does({ person }, context) {
      const { people } = (await context.services()).accounts;
      const user = await people.users.ofAddress(person);
      await people.firstLinks.sendAgain(user, null);
      const { id: userid, email } = user;
      return [{ userid, email }, `A link to set a password is on its way to ${email}.`];
    },
  }),

  'account subscribe': ofPerson('subscribePerson', {
    summary: 'put an account on a plan',
    description: 'Puts a main account on a plan from today. Its allowances begin anew; its workspaces stay.',
    email: taken('<email>', 'the address of the main account', emailAddress),
    takes: {
      plan: taken('[plan]', 'the plan, as `plan list` names it'),
      same: taken('--plan <name>', 'the same'),
      ...SUBSCRIPTION,
    },
    example: 'account subscribe a@example.com SME --expires 2027-12-31',
    audit: 'SUBSCRIBED',
    request({ plan, same, ...given }, command) {
      const name = plan ?? same;
      if (name === undefined)
        return command.error('error: missing the plan: account subscribe EMAIL PLAN', { exitCode: 2 });
      return subscriptionOf(given, name);
    },
  }),

  'account disable': ofPerson('setPersonDisabled', {
    summary: 'keep an account out',
    description: 'Ends every sign-in of an account and of its sub-users, until it is enabled.',
    email: anAccount,
    audit: 'ACCOUNT_DISABLED',
    request: () => ({ disabled: true }),
  }),

  'account enable': ofPerson('setPersonDisabled', {
    summary: 'let it in again',
    description: 'Lets an account sign in again.',
    email: anAccount,
    audit: 'ACCOUNT_ENABLED',
    request: () => ({ disabled: false }),
  }),

  'account password': act({
    summary: 'take a password away and let another one be set',
    description:
      'Ends a password and every session of its person, and mails them a link to set another. With --print it prints a random one in its ' +
      'place, this once, which its person changes at the next sign-in.',
    takes: { person, print: taken('--print', 'print a new password instead of mailing a link') },
    example: 'account password a@example.com --print',
    screen: ['resetPersonPassword'],
    audit: 'PASSWORD_RESET',
    async does({ person, print }, context) {
      const { people, access } = (await context.services()).accounts;
      const user = await people.users.ofAddress(person);
      const password = print ? await access.operatorResets.replace(user) : undefined;
      if (password === undefined) await access.operatorResets.mailLink(user);
      const words =
        password === undefined
          ? `The password of ${user.email} works no more; a link to set another is on its way.`
          : `${user.email} can sign in with the password ${password}, and then chooses another one`;
      return [{ userid: user.id, email: user.email, password }, words];
    },
  }),

  'account data': act({
    summary: 'what is known of a person, for who asks for it as the law lets them',
    description: 'Writes what is known of a person into a file, as JSON. Be sure of who asks: the audit log has it.',
    takes: { person, out: taken('!--out <file>', 'the file to write; one that is there is not written over') },
    files: () => ({ out: ['write'] }),
    example: 'account data a@example.com --out person.json',
    screen: ['exportPerson'],
    audit: 'PERSON_EXPORTED',
    async does({ person, out }, context) {
      const user = await (await context.services()).accounts.people.users.ofAddress(person);
      const { text } = await perform('exportPerson', context, { params: { person: user.id }, request: {} });
      await context.files.write(out, [text]);
      return [{ userid: user.id, file: out }, `What is known of ${user.email} is in ${out}.`];
    },
  }),

  'account delete': act({
    summary: 'erase a person, with the sub-users of a main account',
    description:
      'Erases what is known of a person: name, addresses, telephone, sessions, searches, workspaces, contacts, exports and mail; of a main account with all ' +
      'its sub-users. The ledger and the audit log keep their entries, without names and addresses. Nothing brings it back but a backup.',
    takes: {
      person,
      reason: taken('!--reason <text>', 'why: it stays in the audit log, so name nobody in it'),
      yes: taken('--yes', 'do not ask'),
    },
    example: 'account delete a@example.com --reason "asked for on 3 Nov"',
    screen: ['erasePerson'],
    audit: 'ACCOUNT_ERASED',
    async does({ person: email, reason, yes }, context) {
      const { users, erasures } = (await context.services()).accounts.people;
      const user = await users.ofAddress(email);
      const people = (await erasures.whomOf(user)).length;
      const others = people > 1 ? ` and its ${count(people - 1)} sub-users` : '';
      const typed = yes ? email : await typedAddress(context, `This erases ${email}${others} for good.`);
      const request = { email: typed, reason };
      const { message } = await perform('erasePerson', context, { params: { person: user.id }, request });
      return [{ userid: user.id, people }, message];
    },
  }),
} satisfies Acts;

/** @throws OperatorError where nobody can be asked */
async function typedAddress({ ask }: CommandContext, what: string): Promise<string> {
  if (!ask) throw new OperatorError(`${what} Nobody can be asked here: say --yes.`);
  return (await ask(`${what} Type the address to go on: `)).trim().toLowerCase();
}
