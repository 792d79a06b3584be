import type { ListedKey } from '@tidewaiter/accounts';
import { createApiKey, dayOf, KEY_SCOPES, type KeyScope, OperatorError, PortalError } from '@tidewaiter/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { bound, dayOrNever, emailAddress, type Unbounded } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';
import { count, printJson, table } from '../shell/print.js';

interface CreateOptions {
  name: string;
  scope?: KeyScope[];
  expires?: string | Unbounded;
  json?: boolean;
}

const keyName = (text: string) => {
  const read = createApiKey.request.shape.name.safeParse(text);
  if (!read.success) throw new InvalidArgumentError('A name on one line, of at most 100 characters.');
  return read.data;
};

const asOperator = (error: unknown) => {
  throw error instanceof PortalError ? new OperatorError(error.message) : error;
};

export function addAccountKeyCommand(account: Command, context: CommandContext): void {
  const key = account
    .command('key')
    .summary('API keys of a person')
    .description('The keys by which programs do what their person may.');
  addCreate(key, context);
  addList(key, context);
  addRevoke(key, context);
}

function addCreate(key: Command, context: CommandContext): void {
  key
    .command('create')
    .summary('make an API key')
    .description(
      'Makes an API key for a person, and prints it, this once: only its hash is kept. What it spends is the person’s.',
    )
    .argument('<email>', 'the address of the account, or of a sub-user', emailAddress)
    .requiredOption('--name <name>', 'what it is for', keyName)
    .addOption(new Option('--scope <scopes...>', 'what it may do (default: search)').choices(KEY_SCOPES))
    .option('--expires <day>', 'last day on which it works, YYYY-MM-DD (default: never)', dayOrNever)
    .option('--json', 'answer as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx tidewaiter account key create a@example.com --name Nightly --scope search export --expires 2027-01-31',
    )
    .action(async (email: string, { name, scope = ['search'], expires, json }: CreateOptions) => {
      const { accounts } = await context.services();
      const user = await accounts.users.ofAddress(email);
      if (user.disabledAt || !user.verifiedAt)
        throw new OperatorError(`${user.email} ${user.disabledAt ? 'is disabled' : 'has never set a password'}.`);
      const expiresOn = bound<string>(expires) ?? null;
      const made = await accounts.apiKeys
        .create(user, { name, scopes: scope, expiresOn }, { actorId: null })
        .catch(asOperator);
      const { id } = made.key;
      if (json)
        return printJson(context, { keyId: id, userid: user.id, name, scopes: scope, expiresOn, key: made.text });
      context.out(
        `${made.text}\nThis is not shown again. To revoke it: npx tidewaiter account key revoke ${email} ${id}`,
      );
    });
}

function addList(key: Command, context: CommandContext): void {
  key
    .command('list')
    .summary('which there are')
    .description(
      'Lists the API keys that are not revoked, and connections by tokens of an issuer: of a main account, those of all its people.',
    )
    .argument('<email>', 'the address of the account, or of a sub-user', emailAddress)
    .option('--json', 'answer as JSON')
    .action(async (email: string, { json }: { json?: boolean }) => {
      const { accounts } = await context.services();
      const keys = await accounts.apiKeys.list(await accounts.users.ofAddress(email));
      if (json) return printJson(context, keys.map(described));
      if (keys.length === 0) return context.out(`${email} has no API keys.`);
      table(
        context,
        ['id', 'begins', 'of', 'name', 'scopes', 'until', 'last used', 'searches', 'points'],
        keys.map(({ key: { id, prefix, name, scopes, ...one }, user, spent }) => [
          ...[id, one.clientId === null ? prefix : 'connection', user.email, name, scopes.join(' ')],
          ...[one.revokedAt ? 'revoked' : (one.expiresOn ?? 'never'), one.lastUsedAt ? dayOf(one.lastUsedAt) : 'never'],
          spending(spent.searches, one.searchLimit),
          spending(spent.points, one.pointLimit),
        ]),
      );
    });
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

function addRevoke(key: Command, context: CommandContext): void {
  key
    .command('revoke')
    .summary('end one')
    .description(
      'Revokes an API key or a connection of a person, or of a sub-user of a main account: from then on it is refused.',
    )
    .argument('<email>', 'the address of the account, or of a sub-user', emailAddress)
    .argument('<id>', 'as `account key list` shows it')
    .option('--json', 'answer as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx tidewaiter account key revoke a@example.com 7f3c1d52-0b4e-4f2a-9d3e-5a1f0c9b8e77',
    )
    .action(async (email: string, id: string, { json }: { json?: boolean }) => {
      const { accounts } = await context.services();
      const user = await accounts.users.ofAddress(email);
      await accounts.apiKeys.revoke(user, id, { actorId: null }).catch((error: unknown) => {
        throw error instanceof PortalError ? new OperatorError(`${email} has no API key ${id}.`) : error;
      });
      if (json) return printJson(context, { keyId: id, userid: user.id, state: 'revoked' });
      context.out(`The API key ${id} is revoked.`);
    });
}
