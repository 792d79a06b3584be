import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { SignOn } from '@tidewaiter/accounts';
import { OperatorError } from '@tidewaiter/contract';
import { type Command, InvalidArgumentError } from 'commander';
import { isIssuer } from '../../app/oauth-settings.js';
import { emailAddress } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';
import { printJson } from '../shell/print.js';

interface SetOptions {
  issuer: string;
  clientId: string;
  secretFile?: string;
  public?: boolean;
  domain: string[];
  enforced?: boolean;
  group?: string;
  trustEmail?: boolean;
  json?: boolean;
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

/** What the operator does about the sign-in of an account's own firm. */
export function addAccountSignOnCommand(account: Command, context: CommandContext): void {
  const signOn = account
    .command('sign-on')
    .summary("an account's sign-in with its own firm")
    .description('The provider (OpenID Connect) at which the people of a main account sign in.');
  addSet(signOn, context);
  addShow(signOn, context);
  addCheck(signOn, context);
  addUnlink(signOn, context);
  addRemove(signOn, context);
}

const withEmail = (command: Command) =>
  command.argument('<email>', 'the address of the main account', emailAddress).option('--json', 'answer as JSON');

function addSet(signOn: Command, context: CommandContext): void {
  withEmail(
    signOn
      .command('set')
      .summary('set it up, or change it')
      .description(
        'Asks the provider for its description, and lets the people of the domains sign in by it: sub-users are made within the plan.',
      ),
  )
    .requiredOption('--issuer <url>', 'the provider, as it spells itself', issuerAddress)
    .requiredOption('--client-id <id>', 'what it calls the portal')
    .requiredOption('--domain <domain>', 'what their addresses end in; again for another one', domains)
    .option('--secret-file <path>', 'a file that holds the client secret (default: it is asked for)')
    .option('--public', 'there is no client secret: PKCE alone')
    .option('--enforced', 'the sub-users of the account sign in in no other way')
    .option('--group <name>', 'who is not in this group of the claim `groups` stays out')
    .option('--trust-email', 'addresses count though the provider does not say that it has verified them')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx tidewaiter account sign-on set a@acme.example --issuer https://login.acme.example --client-id tidewaiter --domain acme.example --secret-file secret.txt',
    )
    .action(async (email: string, options: SetOptions) => {
      const { accounts } = await context.services();
      const owner = await accounts.users.mainAccount(email);
      const asked: SignOn = {
        ownerId: owner.id,
        issuer: options.issuer,
        clientId: options.clientId,
        clientSecret: options.public ? undefined : await secretOf(options, context),
        domains: options.domain,
        enforced: options.enforced ?? false,
        group: options.group,
        trustsAddresses: options.trustEmail ?? false,
      };
      await mustAnswer(asked);
      await accounts.signOns.set(owner, asked);
      if (options.json) return printJson(context, shown(asked));
      context.out(`People whose addresses end in ${asked.domains.join(' or ')} sign in by ${asked.issuer}.`);
      context.out(`Let it send browsers back to ${redirectOf(context)}`);
    });
}

function addShow(signOn: Command, context: CommandContext): void {
  withEmail(
    signOn
      .command('show')
      .summary('how it is set up')
      .description('Says which provider an account signs in by, and for whom; never the client secret.'),
  ).action(async (email: string, { json }: { json?: boolean }) => {
    const found = shown(await signOnOf(email, context));
    if (json) return printJson(context, found);
    for (const [name, value] of Object.entries({ ...found, redirect: redirectOf(context) }))
      context.out(`${name}: ${Array.isArray(value) ? value.join(', ') : value}`);
  });
}

function addCheck(signOn: Command, context: CommandContext): void {
  withEmail(
    signOn
      .command('check')
      .summary('whether its provider answers')
      .description('Asks the provider for its description, as each sign-in does.'),
  ).action(async (email: string, { json }: { json?: boolean }) => {
    const found = await signOnOf(email, context);
    const { canSignOut } = await mustAnswer(found);
    if (json) return printJson(context, { issuer: found.issuer, canSignOut });
    context.out(`${found.issuer} answers, and ${canSignOut ? 'signs people out' : 'has nowhere to sign out'}.`);
  });
}

function addUnlink(signOn: Command, context: CommandContext): void {
  signOn
    .command('unlink')
    .summary('forget as whom the provider knows somebody')
    .description('For an address that the firm has given to somebody else: who next signs in by it has its account.')
    .argument('<email>', 'the address of the person', emailAddress)
    .option('--json', 'answer as JSON')
    .action(async (email: string, { json }: { json?: boolean }) => {
      const { accounts } = await context.services();
      const user = await accounts.users.ofAddress(email);
      await accounts.signOns.unlink(user);
      if (json) return printJson(context, { userid: user.id });
      context.out(`${user.email} is linked anew by whoever next signs in by that address.`);
    });
}

function addRemove(signOn: Command, context: CommandContext): void {
  withEmail(
    signOn
      .command('remove')
      .summary('end it')
      .description(
        'People of the account sign in by password again, and those whom the provider had let in are out. Who has no password asks for one at the sign-in screen.',
      ),
  ).action(async (email: string, { json }: { json?: boolean }) => {
    const { accounts } = await context.services();
    const owner = await accounts.users.mainAccount(email);
    await accounts.signOns.remove(owner);
    if (json) return printJson(context, { userid: owner.id });
    context.out(`The people of ${owner.email} sign in by password.`);
  });
}

/** @throws OperatorError for an account that has none */
async function signOnOf(email: string, context: CommandContext): Promise<SignOn> {
  const { accounts } = await context.services();
  const owner = await accounts.users.mainAccount(email);
  const found = await accounts.signOns.of(owner.id);
  if (!found) throw new OperatorError(`${owner.email} has no sign-in of its own.`);
  return found;
}

const shown = ({ clientSecret, group, trustsAddresses, ownerId: _, ...rest }: SignOn) => ({
  ...rest,
  group: group ?? null,
  trustsAddresses,
  hasSecret: clientSecret !== undefined,
});

const redirectOf = ({ config }: CommandContext) => `${config.publicUrl.replace(/\/+$/, '')}/sign-on`;

/** A secret on the command line would stand in the list of processes and the shell's history. */
async function secretOf({ secretFile }: SetOptions, { ask, cwd }: CommandContext): Promise<string> {
  if (secretFile === undefined && !ask)
    throw new OperatorError('Nobody can be asked for the client secret here: say --secret-file, or --public.');
  const read =
    secretFile === undefined
      ? await ask?.('The client secret that the provider has given: ')
      : await readFile(resolve(cwd, secretFile), 'utf8').catch(() => {
          throw new OperatorError(`${secretFile} cannot be read.`);
        });
  const secret = read?.trim() ?? '';
  if (secret === '') throw new OperatorError('The client secret is empty.');
  return secret;
}

/** @throws OperatorError for a provider that nobody could sign in by */
async function mustAnswer(signOn: SignOn): Promise<{ canSignOut: boolean }> {
  const { check, ProviderFailure } = await import('../../sign-on/provider.js');
  return check(signOn).catch((error: unknown) => {
    if (!(error instanceof ProviderFailure)) throw error;
    throw new OperatorError(`${signOn.issuer} cannot be used: ${error.why}.`);
  });
}
