import {
  type ListedKey,
  noneOf,
  type SignOn,
  type SignOnOwner,
  type SignOnSetting,
  type User,
} from '@tidewaiter/accounts';
import { createApiKey, dayOf, KEY_SCOPES, OperatorError, PortalError } from '@tidewaiter/contract';
import { InvalidArgumentError } from 'commander';
import { isIssuer } from '../../app/oauth-settings.js';
import { type Acts, act, listing, RARE, taken } from '../shell/act.js';
import { bound, dayOrNever, emailAddress } from '../shell/arguments.js';
import { ofPerson, person } from '../shell/call.js';
import type { CommandContext } from '../shell/context.js';
import { count } from '../shell/print.js';

const aPerson = taken('<email>', 'the address of the person', emailAddress);
const OF_PERSON = 'their person’s own screen does it';

/** @throws OperatorError for who cannot sign in */
function mustSignIn({ email, disabledAt, verifiedAt }: User): void {
  if (disabledAt || !verifiedAt)
    throw new OperatorError(`${email} ${disabledAt ? 'is disabled' : 'has never set a password'}.`);
}

/** What was spent in this month, and of how much. */
const spending = (spent: number, limit: number | null) =>
  limit === null ? count(spent) : `${count(spent)} of ${count(limit)}`;

const described = ({ key: { id, userId, ...key }, user, spent }: ListedKey) => ({
  keyId: id,
  userid: userId,
  email: user.email,
  ...{ name: key.name, prefix: key.prefix, scopes: key.scopes, expiresOn: key.expiresOn },
  ...{ createdAt: key.createdAt, lastUsedAt: key.lastUsedAt },
  ...{ searchLimit: key.searchLimit, pointLimit: key.pointLimit, spent },
  ...(key.clientId !== null && { issuer: key.issuer, clientId: key.clientId, revokedAt: key.revokedAt }),
});

function keyName(text: string): string {
  const read = createApiKey.request.shape.name.safeParse(text);
  if (!read.success) throw new InvalidArgumentError('A name on one line, of at most 100 characters.');
  return read.data;
}

function issuerAddress(text: string): string {
  if (isIssuer(text)) return text;
  throw new InvalidArgumentError('An https address, as the provider spells it, without a query.');
}

/** Names that more than one firm can have addresses of are the operator's to know. */
function domains(text: string, before: string[] = []): string[] {
  const domain = text.toLowerCase().replace(/^@/, '');
  if (domain.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(domain))
    return [...before, domain];
  throw new InvalidArgumentError('What stands after the @ of addresses, for instance acme.example.');
}

/** Whose provider is meant. */
const WHOSE = {
  email: taken('[email]', 'the address of the main account', emailAddress),
  everybody: taken('--everybody', "the installation's, for every account that has none of its own"),
};
interface Whose {
  email: string | undefined;
  everybody: boolean | undefined;
}

/** Who may sign in, and by what; what of it the operator gives and takes. */
export const ACCOUNT_ACCESS_ACTS = {
  'account reset-factors': ofPerson('resetPersonFactors', {
    summary: 'take lost second factors away',
    description:
      'Removes the second factors, passkeys and recovery codes of somebody who has lost them, ends their sessions and tells them by mail. Be sure of who asks: with the password alone their account is open then.',
    example: 'account reset-factors a@example.com',
    audit: 'FACTORS_RESET',
    request: () => ({}),
  }),

  'account demand-factors': act({
    summary: 'ask an account for a second factor',
    description:
      'Asks everybody of a main account for a second factor: who has none adds one before anything else. Its owner cannot take that back.',
    takes: {
      email: taken('<email>', 'the address of the main account', emailAddress),
      off: taken('--off', 'ask no more'),
    },
    example: 'account demand-factors a@example.com',
    screen: 'the main account’s own screen does it',
    audit: 'FACTORS_DEMANDED',
    async does({ email, off = false }, context) {
      const { access, people } = (await context.services()).accounts;
      const owner = await people.users.mainAccount(email);
      await access.factors.demand(owner, !off, 'OPERATOR', { actorId: null });
      const words = off
        ? `A second factor is no longer asked of the people of ${owner.email}.`
        : `Everybody of ${owner.email} is asked for a second factor.`;
      return [{ userid: owner.id, demanded: !off }, words];
    },
  }),

  'account operator': act({
    summary: 'let a person run the portal by its screen',
    description:
      'Gives a person the right to use /operator, where they see every account, load and entry of the audit log and change what commands change. They sign in with a second factor from then on. It is given and taken by this command alone.',
    takes: { email: aPerson, off: taken('--off', 'take it away') },
    example: 'account operator a@example.com',
    screen: 'no operator makes another one on a screen',
    audit: 'OPERATOR_SET',
    async does({ email, off = false }, context) {
      const { users } = (await context.services()).accounts.people;
      const user = await users.ofAddress(email);
      if (!off) mustSignIn(user);
      await users.setOperator(user, !off);
      const words = off
        ? `${user.email} is no operator any more.`
        : `${user.email} runs the portal at /operator from the next sign-in on.`;
      return [{ userid: user.id, operator: !off }, words];
    },
  }),

  'account sign-on set': act({
    summary: 'set it up, or change it',
    description:
      "Asks the provider for its description, and lets the people of the domains sign in by it. An account's makes sub-users within the plan; the installation's lets in who has an account here.",
    takes: {
      ...WHOSE,
      issuer: taken('!--issuer <url>', 'the provider, as it spells itself', issuerAddress),
      clientId: taken('!--client-id <id>', 'what it calls the portal'),
      domains: taken(
        '--domain <domain>',
        'what their addresses end in; again for another one (with --everybody, default: any)',
        domains,
      ),
      secretFile: taken('--secret-file <path>', 'a file that holds the client secret (default: it is asked for)'),
      isPublic: taken('--public', 'there is no client secret: PKCE alone'),
      enforced: taken(
        '--enforced',
        'the sub-users of the account sign in in no other way; with --everybody, all but who has the operator’s right',
      ),
      group: taken('--group <name>', 'who is not in this group of the claim `groups` stays out'),
      trustEmail: taken('--trust-email', 'addresses count though the provider does not say that it has verified them'),
    },
    files: () => ({ secretFile: ['text'] }),
    example:
      'account sign-on set a@acme.example --issuer https://login.acme.example --client-id tidewaiter --domain acme.example --secret-file secret.txt',
    screen: RARE,
    audit: 'SIGN_ON_SET',
    async does({ issuer, clientId, secretFile, isPublic, group, trustEmail, ...given }, context) {
      const { signOns } = (await context.services()).accounts.access;
      const owner = await ownerOf(given, context);
      const { domains = [], enforced = false } = given;
      if (owner && !given.domains) throw new OperatorError('Say --domain: what the addresses of its people end in.');
      // Otherwise whoever gives addresses there could be anybody here.
      if (trustEmail && !given.domains)
        throw new OperatorError('--trust-email needs --domain: the addresses that are given there.');
      const clientSecret = isPublic ? undefined : await secretOf(secretFile, context);
      const trustsAddresses = trustEmail ?? false;
      const asked: SignOnSetting = { issuer, clientId, clientSecret, domains, enforced, group, trustsAddresses };
      await mustAnswer(asked);
      await signOns.set(owner, asked);
      const who = domains.length > 0 ? `People whose addresses end in ${domains.join(' or ')}` : 'All people';
      const redirect = `Let it send browsers back to ${redirectOf(context)}`;
      return [shown(asked), [`${who} sign in by ${issuer}.`, redirect]];
    },
  }),

  'account sign-on show': act({
    summary: 'how it is set up',
    description: 'Says which provider an account signs in by, and for whom; never the client secret.',
    takes: WHOSE,
    example: 'account sign-on show a@acme.example',
    screen: RARE,
    async does(whose, context) {
      const found = shown(await signOnOf(whose, context));
      const lines = Object.entries({ ...found, redirect: redirectOf(context) }).map(
        ([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : value}`,
      );
      return [found, lines];
    },
  }),

  'account sign-on check': act({
    summary: 'whether its provider answers',
    description: 'Asks the provider for its description, as each sign-in does.',
    takes: WHOSE,
    example: 'account sign-on check a@acme.example',
    screen: RARE,
    async does(whose, context) {
      const found = await signOnOf(whose, context);
      const { canSignOut } = await mustAnswer(found);
      const end = canSignOut ? 'signs people out' : 'has nowhere to sign out';
      return [{ issuer: found.issuer, canSignOut }, `${found.issuer} answers, and ${end}.`];
    },
  }),

  'account sign-on unlink': act({
    summary: 'forget as whom the provider knows somebody',
    description: 'For an address that the firm has given to somebody else: who next signs in by it has its account.',
    takes: { email: aPerson },
    screen: RARE,
    audit: 'SIGN_ON_UNLINKED',
    async does({ email }, context) {
      const { access, people } = (await context.services()).accounts;
      const user = await people.users.ofAddress(email);
      await access.signOns.unlink(user);
      return [{ userid: user.id }, `${user.email} is linked anew by whoever next signs in by that address.`];
    },
  }),

  'account sign-on remove': act({
    summary: 'end it',
    description:
      'Its people sign in by password again, and those whom the provider had let in are out. Who has no password asks for one at the sign-in screen.',
    takes: WHOSE,
    example: 'account sign-on remove a@acme.example',
    screen: RARE,
    audit: 'SIGN_ON_REMOVED',
    async does(whose, context) {
      const owner = await ownerOf(whose, context);
      await (await context.services()).accounts.access.signOns.remove(owner);
      const people = owner ? `The people of ${owner.email}` : 'All people';
      return [{ userid: owner?.id ?? null }, `${people} sign in by password.`];
    },
  }),

  'account key create': act({
    summary: 'make an API key',
    description:
      'Makes an API key for a person, and prints it, this once: only its hash is kept. What it spends is the person’s.',
    takes: {
      person,
      name: taken('!--name <name>', 'what it is for', keyName),
      scopes: taken('--scope <scopes...>', 'what it may do (default: search)', KEY_SCOPES),
      expires: taken('--expires <day>', 'last day on which it works, YYYY-MM-DD (default: never)', dayOrNever),
    },
    example: 'account key create a@example.com --name Nightly --scope search export --expires 2027-01-31',
    screen: OF_PERSON,
    audit: 'KEY_CREATED',
    async does({ person: email, name, scopes: chosen = ['search'], expires }, context) {
      const { access, people } = (await context.services()).accounts;
      const user = await people.users.ofAddress(email);
      mustSignIn(user);
      const expiresOn = bound<string>(expires) ?? null;
      const scopes = KEY_SCOPES.filter((scope) => chosen.includes(scope));
      const made = await access.apiKeys.create(user, { name, scopes, expiresOn }, { actorId: null });
      const { id: keyId } = made.key;
      return [
        { keyId, userid: user.id, name, scopes, expiresOn, key: made.text },
        `${made.text}\nThis is not shown again. To revoke it: npx tidewaiter account key revoke ${email} ${keyId}`,
      ];
    },
  }),

  'account key list': act({
    summary: 'which there are',
    description:
      'Lists the API keys that are not revoked, and connections by tokens of an issuer: of a main account, those of all its people.',
    takes: { person },
    screen: OF_PERSON,
    async does({ person: email }, context) {
      const { access, people } = (await context.services()).accounts;
      const keys = await access.apiKeys.list(await people.users.ofAddress(email));
      const words = listing(keys, `${email} has no API keys.`, {
        id: ({ key: { id } }) => id,
        begins: ({ key: { clientId, prefix } }) => (clientId === null ? prefix : 'connection'),
        of: ({ user }) => user.email,
        name: ({ key: { name } }) => name,
        scopes: ({ key: { scopes } }) => scopes.join(' '),
        until: ({ key: { revokedAt, expiresOn } }) => (revokedAt ? 'revoked' : (expiresOn ?? 'never')),
        'last used': ({ key: { lastUsedAt } }) => (lastUsedAt ? dayOf(lastUsedAt) : 'never'),
        searches: ({ key: { searchLimit }, spent }) => spending(spent.searches, searchLimit),
        points: ({ key: { pointLimit }, spent }) => spending(spent.points, pointLimit),
      });
      return [keys.map(described), words];
    },
  }),

  'account key revoke': act({
    summary: 'end one',
    description:
      'Revokes an API key or a connection of a person, or of a sub-user of a main account: from then on it is refused.',
    takes: { person, id: taken('<id>', 'as `account key list` shows it') },
    example: 'account key revoke a@example.com 7f3c1d52-0b4e-4f2a-9d3e-5a1f0c9b8e77',
    screen: OF_PERSON,
    audit: 'KEY_REVOKED',
    async does({ person: email, id: keyId }, context) {
      const { access, people } = (await context.services()).accounts;
      const user = await people.users.ofAddress(email);
      await access.apiKeys.revoke(user, keyId, { actorId: null }).catch((error: unknown) => {
        throw error instanceof PortalError ? new OperatorError(`${email} has no API key ${keyId}.`) : error;
      });
      return [{ keyId, userid: user.id, state: 'revoked' }, `The API key ${keyId} is revoked.`];
    },
  }),
} satisfies Acts;

/** @throws OperatorError where it is not said, or said twice */
async function ownerOf({ email, everybody }: Whose, context: CommandContext): Promise<SignOnOwner> {
  if ((email === undefined) !== (everybody === true))
    throw new OperatorError('Say whose: the address of a main account, or --everybody.');
  return email === undefined ? null : (await context.services()).accounts.people.users.mainAccount(email);
}

/** @throws OperatorError where there is none */
async function signOnOf(whose: Whose, context: CommandContext): Promise<SignOn> {
  const owner = await ownerOf(whose, context);
  const found = await (await context.services()).accounts.access.signOns.of(owner?.id ?? null);
  if (!found) throw noneOf(owner);
  return found;
}

const shown = ({ issuer, clientId, domains, enforced, group, trustsAddresses, clientSecret }: SignOnSetting) => ({
  ...{ issuer, clientId, domains, enforced },
  group: group ?? null,
  trustsAddresses,
  hasSecret: clientSecret !== undefined,
});

const redirectOf = ({ config }: CommandContext) => `${config.publicUrl.replace(/\/+$/, '')}/sign-on`;

/** A secret on the command line would stand in the list of processes and the shell's history. */
async function secretOf(file: string | undefined, { ask, files }: CommandContext): Promise<string> {
  if (file === undefined && !ask)
    throw new OperatorError('Nobody can be asked for the client secret here: say --secret-file, or --public.');
  const read =
    file === undefined ? await ask?.('The client secret that the provider has given: ') : await files.textOf(file);
  if (file !== undefined && read === undefined) throw new OperatorError(`There is no file ${file}.`);
  const secret = read?.trim() ?? '';
  if (secret === '') throw new OperatorError('The client secret is empty.');
  return secret;
}

/** @throws OperatorError for a provider that nobody could sign in by */
async function mustAnswer(signOn: SignOnSetting): Promise<{ canSignOut: boolean }> {
  const { check, ProviderFailure } = await import('../../sign-on/provider.js');
  return check(signOn).catch((error: unknown) => {
    if (!(error instanceof ProviderFailure)) throw error;
    throw new OperatorError(`${signOn.issuer} cannot be used: ${error.why}.`);
  });
}
