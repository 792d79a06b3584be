import { noneOf, type SignOn, type SignOnOwner, type SignOnSetting } from '@tidewaiter/accounts';
import { OperatorError } from '@tidewaiter/contract';
import { type Command, InvalidArgumentError } from 'commander';
import { isIssuer } from '../../app/oauth-settings.js';
import { act, group } from '../shell/act.js';
import { emailAddress } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';

/** Whose provider is meant. */
interface WhoseOptions {
  everybody?: boolean;
}

interface SetOptions extends WhoseOptions {
  issuer: string;
  clientId: string;
  secretFile?: string;
  public?: boolean;
  domain?: string[];
  enforced?: boolean;
  group?: string;
  trustEmail?: boolean;
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

const ofWhom = (command: Command) =>
  command
    .argument('[email]', 'the address of the main account', emailAddress)
    .option('--everybody', "the installation's, for every account that has none of its own");

/** What the operator does about the sign-in of an account's own firm, or of the installation. */
export function addAccountSignOnCommand(account: Command, context: CommandContext): void {
  const signOn = group(
    account,
    'sign-on',
    "an account's sign-in with its own firm, or the installation's",
    'The provider (OpenID Connect) at which the people of a main account sign in; or, with --everybody, those of every account that has none of its own.',
  );

  act(signOn, context, 'set', {
    summary: 'set it up, or change it',
    description:
      "Asks the provider for its description, and lets the people of the domains sign in by it. An account's makes sub-users within the plan; the installation's lets in who has an account here.",
    takes: (command) =>
      ofWhom(command)
        .requiredOption('--issuer <url>', 'the provider, as it spells itself', issuerAddress)
        .requiredOption('--client-id <id>', 'what it calls the portal')
        .option(
          '--domain <domain>',
          'what their addresses end in; again for another one (with --everybody, default: any)',
          domains,
        )
        .option('--secret-file <path>', 'a file that holds the client secret (default: it is asked for)')
        .option('--public', 'there is no client secret: PKCE alone')
        .option(
          '--enforced',
          'the sub-users of the account sign in in no other way; with --everybody, all but who has the operator’s right',
        )
        .option('--group <name>', 'who is not in this group of the claim `groups` stays out')
        .option('--trust-email', 'addresses count though the provider does not say that it has verified them'),
    example:
      'account sign-on set a@acme.example --issuer https://login.acme.example --client-id tidewaiter --domain acme.example --secret-file secret.txt',
    async does(email: string | undefined, options: SetOptions) {
      const { accounts } = await context.services();
      const owner = await ownerOf(email, options, context);
      if (owner && !options.domain) throw new OperatorError('Say --domain: what the addresses of its people end in.');
      // Otherwise whoever gives addresses there could be anybody here.
      if (options.trustEmail && !options.domain)
        throw new OperatorError('--trust-email needs --domain: the addresses that are given there.');
      const asked: SignOnSetting = {
        issuer: options.issuer,
        clientId: options.clientId,
        clientSecret: options.public ? undefined : await secretOf(options, context),
        domains: options.domain ?? [],
        enforced: options.enforced ?? false,
        group: options.group,
        trustsAddresses: options.trustEmail ?? false,
      };
      await mustAnswer(asked);
      await accounts.access.signOns.set(owner, asked);
      const who =
        asked.domains.length > 0 ? `People whose addresses end in ${asked.domains.join(' or ')}` : 'All people';
      return [
        shown(asked),
        [`${who} sign in by ${asked.issuer}.`, `Let it send browsers back to ${redirectOf(context)}`],
      ];
    },
  });

  act(signOn, context, 'show', {
    summary: 'how it is set up',
    description: 'Says which provider an account signs in by, and for whom; never the client secret.',
    takes: ofWhom,
    example: 'account sign-on show a@acme.example',
    async does(email: string | undefined, options: WhoseOptions) {
      const found = shown(await signOnOf(email, options, context));
      const lines = Object.entries({ ...found, redirect: redirectOf(context) }).map(
        ([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : value}`,
      );
      return [found, lines];
    },
  });

  act(signOn, context, 'check', {
    summary: 'whether its provider answers',
    description: 'Asks the provider for its description, as each sign-in does.',
    takes: ofWhom,
    example: 'account sign-on check a@acme.example',
    async does(email: string | undefined, options: WhoseOptions) {
      const found = await signOnOf(email, options, context);
      const { canSignOut } = await mustAnswer(found);
      const end = canSignOut ? 'signs people out' : 'has nowhere to sign out';
      return [{ issuer: found.issuer, canSignOut }, `${found.issuer} answers, and ${end}.`];
    },
  });

  act(signOn, context, 'unlink', {
    summary: 'forget as whom the provider knows somebody',
    description: 'For an address that the firm has given to somebody else: who next signs in by it has its account.',
    takes: (command) => command.argument('<email>', 'the address of the person', emailAddress),
    async does(address: string) {
      const { accounts } = await context.services();
      const user = await accounts.people.users.ofAddress(address);
      await accounts.access.signOns.unlink(user);
      return [{ userid: user.id }, `${user.email} is linked anew by whoever next signs in by that address.`];
    },
  });

  act(signOn, context, 'remove', {
    summary: 'end it',
    description:
      'Its people sign in by password again, and those whom the provider had let in are out. Who has no password asks for one at the sign-in screen.',
    takes: ofWhom,
    example: 'account sign-on remove a@acme.example',
    async does(email: string | undefined, options: WhoseOptions) {
      const { accounts } = await context.services();
      const owner = await ownerOf(email, options, context);
      await accounts.access.signOns.remove(owner);
      const whose = owner ? `The people of ${owner.email}` : 'All people';
      return [{ userid: owner?.id ?? null }, `${whose} sign in by password.`];
    },
  });
}

/** @throws OperatorError where it is not said, or said twice */
async function ownerOf(
  email: string | undefined,
  { everybody }: WhoseOptions,
  context: CommandContext,
): Promise<SignOnOwner> {
  if ((email === undefined) !== (everybody === true))
    throw new OperatorError('Say whose: the address of a main account, or --everybody.');
  if (email === undefined) return null;
  const { accounts } = await context.services();
  return accounts.people.users.mainAccount(email);
}

/** @throws OperatorError where there is none */
async function signOnOf(email: string | undefined, options: WhoseOptions, context: CommandContext): Promise<SignOn> {
  const { accounts } = await context.services();
  const owner = await ownerOf(email, options, context);
  const found = await accounts.access.signOns.of(owner?.id ?? null);
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
async function secretOf({ secretFile }: SetOptions, { ask, files }: CommandContext): Promise<string> {
  if (secretFile === undefined && !ask)
    throw new OperatorError('Nobody can be asked for the client secret here: say --secret-file, or --public.');
  const read =
    secretFile === undefined
      ? await ask?.('The client secret that the provider has given: ')
      : await files.textOf(secretFile);
  if (secretFile !== undefined && read === undefined) throw new OperatorError(`There is no file ${secretFile}.`);
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
