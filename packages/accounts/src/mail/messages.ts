import { displayDate } from '@tidewaiter/contract';
import type { User } from '../users/user.js';
import type { Message } from './mailer.js';

type Person = Pick<User, 'email' | 'firstname' | 'lastname' | 'companyName'>;

/** Somebody's own words on one line of a message: short, and without line breaks. */
const line = (text: string) => text.replace(/\p{Cc}+/gu, ' ').slice(0, 200);

/** A message as everybody gets it: a greeting, what it is about, and who it is from. */
function message(to: Pick<Person, 'email' | 'firstname'>, subject: string, paragraphs: string[]): Message {
  const text = [`Hello ${line(to.firstname)},`, ...paragraphs, 'Tidewaiter'].join('\n\n');
  return { to: to.email, subject, text: `${text}\n` };
}

/** A report on its way to a reader. */
export interface PrintedReport {
  name: string;
  link: string;
  /** Undefined where the portal makes none. */
  pdf: Buffer | undefined;
}

const IGNORE = 'If this was not you, you need not do anything.';

const KEYS = {
  REVOKED: 'Your API keys have been revoked. Please make others under Profile where programs need them.',
  STAND: 'Your API keys still work. Please revoke under Profile those that you do not know.',
};

/** Every message that the portal sends. */
export const MAIL = {
  oneTimePassword: (to: Person, code: string, minutes: number) =>
    message(to, 'Your one-time password', [
      `Your one-time password is ${code}. It can be used once, within ${minutes} minutes.`,
      IGNORE,
    ]),
  firstPassword: (to: Person, link: string, days: number) =>
    message(to, 'Your account is ready', [
      `Your account has been verified. Please set your password here, within ${days} days:`,
      link,
    ]),
  verifyAddress: (to: Person, link: string, days: number) =>
    message(to, 'Please confirm your e-mail address', [
      `You asked for an account. Please confirm your address by setting your password, within ${days} days:`,
      link,
      IGNORE,
    ]),
  anotherPassword: (to: Person, link: string, days: number, hadKeys: boolean) =>
    message(to, 'Please set another password', [
      `The password of your account works no more. Please set another one here, within ${days} days:`,
      link,
      ...(hadKeys ? [KEYS.REVOKED] : []),
    ]),
  invitation: (to: Person, owner: Person, link: string, days: number) =>
    message(to, `${line(owner.firstname)} ${line(owner.lastname)} has invited you to Tidewaiter`, [
      `${line(owner.firstname)} ${line(owner.lastname)} of ${line(owner.companyName)} has made you a user of their account. ` +
        `Please set your password here, within ${days} days:`,
      link,
      IGNORE,
    ]),
  signUpAgain: (to: Pick<Person, 'email' | 'firstname'>) =>
    message(to, 'You have an account already', [
      'Somebody asked for an account with your address. You have one already, or one that waits to be verified.',
      'If you forgot your password, the sign-in screen helps.',
      IGNORE,
    ]),
  confirmNewAddress: (to: Person, link: string, days: number) =>
    message(to, 'Please confirm your new e-mail address', [
      `Open this link within ${days} days to use this address for your account:`,
      link,
      IGNORE,
    ]),
  addressWillChange: (to: Person, newEmail: string, link: string, days: number) =>
    message(to, 'Your e-mail address is about to be changed', [
      `Somebody who is signed in to your account and knows its password wants it to use the address ${newEmail}.`,
      `If this was not you, open this link within ${days} days. It keeps this address for your account, or gives it back, ends every session and lets you set a new password:`,
      link,
      'If it was you, you need not do anything.',
    ]),
  addressChanged: (to: Person, newEmail: string) =>
    message(to, 'Your e-mail address has been changed', [
      `Your account now uses the address ${newEmail}. If this was not you, open the link of our message before this one, which undoes it.`,
    ]),
  addressChangeUndone: (to: Person, email: string) =>
    message(to, 'The change of your e-mail address has been undone', [
      `Your account uses the address ${email} again, and its password has to be set anew. If this was not you, please get in touch with us at once.`,
    ]),
  /** @param keys what became of the person's API keys; nothing is said of them to who has none */
  passwordChanged: (to: Person, keys?: 'REVOKED' | 'STAND') =>
    message(to, 'Your password has been changed', [
      'The password of your account has been changed. If this was not you, please get in touch with us at once.',
      ...(keys ? [KEYS[keys]] : []),
    ]),
  signOnLinked: (to: Person, issuer: string) =>
    message(to, 'You have signed in with your firm', [
      `Somebody whom your firm knows by this address has signed in to your account by ${line(issuer)}. From now on that opens it.`,
      'If this was not you, please get in touch with us at once.',
    ]),
  factorAdded: (to: Person, name: string) =>
    message(to, 'A second factor has been added', [
      `${line(name)} has been added to your account: from now on you sign in with a second factor, or a passkey.`,
      'If this was not you, please get in touch with us at once.',
    ]),
  factorRemoved: (to: Person, name: string) =>
    message(to, 'A second factor has been removed', [
      `${line(name)} has been removed from your account.`,
      'If this was not you, please get in touch with us at once.',
    ]),
  recoveryCodesMade: (to: Person) =>
    message(to, 'You have other recovery codes', [
      'Recovery codes have been made for your account. Those that you had before open nothing any more.',
      'If this was not you, please get in touch with us at once.',
    ]),
  recoveryCodeUsed: (to: Person, left: number) =>
    message(to, 'A recovery code has been used', [
      `Somebody has signed in to your account with its password and a recovery code. ${left === 0 ? 'None is' : `${left} are`} left; others are made under Profile.`,
      'If this was not you, please get in touch with us at once.',
    ]),
  codesGuessed: (to: Person) =>
    message(to, 'Somebody has your password', [
      'Somebody who knows the password of your account has tried ten codes of its second factor, and none was right. Codes of your app are not taken for up to an hour now; recovery codes and passkeys are.',
      'If this was not you, please set another password.',
    ]),
  factorsReset: (to: Person) =>
    message(to, 'Your second factor has been taken away', [
      'We have removed the second factors and the recovery codes of your account, and ended its sessions. Please sign in, and add one again under Profile.',
      'If you did not ask for it, please get in touch with us at once.',
    ]),
  keyMade: (to: Person, { name, prefix }: { name: string; prefix: string }) =>
    message(to, 'An API key has been made', [
      `The API key ${line(name)}, which begins with ${prefix}, has been made for your account: programs that have it do what you may.`,
      'If this was not you, please revoke it under Profile, and set another password.',
    ]),
  webhookMade: (to: Person, address: string) =>
    message(to, 'A webhook has been added', [
      `From now on ${line(address)} is told of what happens in your account.`,
      'If this was not you, please remove it under Profile, and set another password.',
    ]),
  destinationMade: (to: Person, name: string, host: string) =>
    message(to, 'A destination of files has been added', [
      `From now on files of your account can be sent to “${line(name)}” at ${line(host)}.`,
      'If this was not you, please remove it under Workspace, Files, and set another password.',
    ]),
  report: (to: Person, { name, link, pdf }: PrintedReport): Message => ({
    ...message(to, line(name), [
      `“${line(name)}” was computed anew on the newest data${pdf ? ' and comes with this message' : ''}. In the portal its numbers open their records:`,
      link,
      'How often it is sent, and that it is sent no more, is said under Following.',
    ]),
    ...(pdf && { file: { filename: `${line(name).replace(/[\\/:*?"<>|]/g, ' ')}.pdf`, content: pdf } }),
  }),
  fileNotMade: (to: Person, name: string, problem: string, link: string) =>
    message(to, `“${line(name)}” was not made`, [
      `The file of “${line(name)}”, which you follow, was not made: ${line(problem)}`,
      `It is tried again when its time comes next. What it holds, costs and where it goes can be changed here:\n${link}`,
    ]),
  fileNotSent: (to: Person, fileName: string, why: string, link: string) =>
    message(to, 'A file was not sent', [
      `A file of yours, ${line(fileName)}, was made and could not be sent: ${line(why)}`,
      `It is not tried again. It waits in your downloads:\n${link}`,
    ]),
  webhookStopped: (to: Person, address: string, why: 'GONE' | 'FAILING') =>
    message(to, 'A webhook has been turned off', [
      why === 'GONE'
        ? `${line(address)} has answered that it wants to be told no more (410).`
        : `Nothing could be delivered to ${line(address)} for days.`,
      'Its log, and the way to turn it on again, are under Profile.',
    ]),
  connected: (to: Person, { name, issuer }: { name: string; issuer: string | null }) =>
    message(to, 'A program has been connected', [
      `The program ${line(name)} acts for your account from now on, with what you let it do at ${line(issuer ?? '')}: its searches and points are yours.`,
      'If this was not you, please revoke the connection under Profile.',
    ]),
  expiresSoon: (to: Person, plan: string, expiresOn: string) =>
    message(to, `Your subscription ends on ${displayDate(expiresOn)}`, [
      `Your ${plan} subscription can be used until ${displayDate(expiresOn)}.`,
      'To go on without a break, please choose a plan under Subscriptions.',
    ]),
  operatorSignUp: (operator: string, who: Person, waits: boolean) =>
    message({ email: operator, firstname: 'operator' }, `Sign-up: ${line(who.companyName)}`, [
      `${line(who.firstname)} ${line(who.lastname)} (${who.email}) of ${line(who.companyName)} asks for an account.`,
      waits
        ? `To let them in: npx tidewaiter account verify ${who.email}`
        : 'They have been sent a link to verify themselves.',
    ]),
  operatorPlanRequest: (operator: string, who: Person, plan: { name: string }) =>
    message({ email: operator, firstname: 'operator' }, `Plan request: ${plan.name}`, [
      `${line(who.firstname)} ${line(who.lastname)} (${who.email}) of ${line(who.companyName)} asks for the plan ${plan.name}.`,
      `To give it: npx tidewaiter account subscribe ${who.email} --plan ${plan.name}`,
    ]),
  operatorBackupFailed: (operator: string, where: string, why: string) =>
    message({ email: operator, firstname: 'operator' }, 'The backup of today has failed', [
      `No backup was made in ${line(where)}, and none that is there was let go.`,
      why,
      'When it is mended: npx tidewaiter backup. What else is wrong: npx tidewaiter doctor.',
    ]),
  operatorBackupsStay: (operator: string, made: { at: string; where: string }, why: string) =>
    message({ email: operator, firstname: 'operator' }, 'Old backups could not be let go', [
      `The backup of ${made.at} was made in ${line(made.where)}. Of the older ones there none was let go.`,
      why,
      'What is damaged there: npx tidewaiter backup --check. Once that is removed, the next backup lets go of the older ones.',
    ]),
};
