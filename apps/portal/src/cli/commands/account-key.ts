import type { ListedKey } from '@tidewaiter/accounts';
import { createApiKey, dayOf, KEY_SCOPES, type KeyScope, OperatorError, PortalError } from '@tidewaiter/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { act, group, listing } from '../shell/act.js';
import { bound, dayOrNever, personArgument, type Unbounded } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';
import { count } from '../shell/print.js';

interface CreateOptions {
  name: string;
  scope?: KeyScope[];
  expires?: string | Unbounded;
}

const keyName = (text: string) => {
  const read = createApiKey.request.shape.name.safeParse(text);
  if (!read.success) throw new InvalidArgumentError('A name on one line, of at most 100 characters.');
  return read.data;
};

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

export function addAccountKeyCommand(account: Command, context: CommandContext): void {
  const key = group(account, 'key', 'API keys of a person', 'The keys by which programs do what their person may.');

  act(key, context, 'create', {
    summary: 'make an API key',
    description:
      'Makes an API key for a person, and prints it, this once: only its hash is kept. What it spends is the person’s.',
    takes: (command) =>
      personArgument(command)
        .requiredOption('--name <name>', 'what it is for', keyName)
        .addOption(new Option('--scope <scopes...>', 'what it may do (default: search)').choices(KEY_SCOPES))
        .option('--expires <day>', 'last day on which it works, YYYY-MM-DD (default: never)', dayOrNever),
    example: 'account key create a@example.com --name Nightly --scope search export --expires 2027-01-31',
    async does(email: string, { name, scope: scopes = ['search'], expires }: CreateOptions) {
      const { accounts } = await context.services();
      const user = await accounts.people.users.ofAddress(email);
      if (user.disabledAt || !user.verifiedAt)
        throw new OperatorError(`${user.email} ${user.disabledAt ? 'is disabled' : 'has never set a password'}.`);
      const expiresOn = bound<string>(expires) ?? null;
      const made = await accounts.access.apiKeys.create(user, { name, scopes, expiresOn }, { actorId: null });
      const { id: keyId } = made.key;
      return [
        { keyId, userid: user.id, name, scopes, expiresOn, key: made.text },
        `${made.text}\nThis is not shown again. To revoke it: npx tidewaiter account key revoke ${email} ${keyId}`,
      ];
    },
  });

  act(key, context, 'list', {
    summary: 'which there are',
    description:
      'Lists the API keys that are not revoked, and connections by tokens of an issuer: of a main account, those of all its people.',
    takes: personArgument,
    async does(email: string) {
      const { accounts } = await context.services();
      const keys = await accounts.access.apiKeys.list(await accounts.people.users.ofAddress(email));
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
  });

  act(key, context, 'revoke', {
    summary: 'end one',
    description:
      'Revokes an API key or a connection of a person, or of a sub-user of a main account: from then on it is refused.',
    takes: (command) => personArgument(command).argument('<id>', 'as `account key list` shows it'),
    example: 'account key revoke a@example.com 7f3c1d52-0b4e-4f2a-9d3e-5a1f0c9b8e77',
    async does(email: string, keyId: string) {
      const { accounts } = await context.services();
      const user = await accounts.people.users.ofAddress(email);
      await accounts.access.apiKeys.revoke(user, keyId, { actorId: null }).catch((error: unknown) => {
        throw error instanceof PortalError ? new OperatorError(`${email} has no API key ${keyId}.`) : error;
      });
      return [{ keyId, userid: user.id, state: 'revoked' }, `The API key ${keyId} is revoked.`];
    },
  });
}
