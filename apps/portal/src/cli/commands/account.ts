import { sourceCountry } from '@tidewaiter/contract';
import { type Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import type { CommandContext } from '../context.js';
import { printJson } from '../print.js';

interface CreateOptions {
  email: string;
  firstname: string;
  lastname: string;
  company: string;
  countries: string[] | null;
  json?: boolean;
}

function emailAddress(text: string): string {
  if (!z.email().safeParse(text).success) throw new InvalidArgumentError('An e-mail address.');
  return text;
}

function countryCodes(text: string): string[] | null {
  if (text.toLowerCase() === 'all') return null;
  const codes = text.toUpperCase().split(',');
  const unknown = codes.filter((code) => !sourceCountry(code));
  if (unknown.length > 0) throw new InvalidArgumentError(`There is no source country ${unknown.join(', ')}.`);
  return codes;
}

export function addAccountCommand(program: Command, context: CommandContext): void {
  program
    .command('account')
    .summary('people')
    .description('The people who may sign in.')
    .command('create')
    .summary('open an account')
    .description('Opens a main account and prints its random password, which is shown this once.')
    .requiredOption('--email <address>', 'the address that signs in', emailAddress)
    .requiredOption('--firstname <name>', 'first name')
    .requiredOption('--lastname <name>', 'last name')
    .requiredOption('--company <name>', 'company')
    .option('--countries <codes>', 'source countries it may search, for instance KOR,VNM, or all', countryCodes, null)
    .option('--json', 'answer as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx tidewaiter account create --email a@example.com --firstname Ada --lastname Bay --company Acme --countries KOR',
    )
    .action(async (options: CreateOptions) => {
      const { accounts } = await context.house();
      const { user, password } = await accounts.users.create({
        email: options.email,
        firstname: options.firstname,
        lastname: options.lastname,
        companyName: options.company,
        plan: 'Operator',
        countries: options.countries,
      });
      if (options.json) return printJson(context, { userid: user.id, email: user.email, password });
      context.out(`${user.email} can sign in with the password ${password}`);
    });
}
