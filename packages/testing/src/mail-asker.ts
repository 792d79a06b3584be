/**
 * Asks for mail in three ways, for one address after another, and kills itself in the middle, right after it has said so many times that
 * an answer came: a process of its own. What was answered must be mailed, by whoever opens the accounts next.
 */
import { openAccounts, portalSettings } from '@tidewaiter/accounts';
import { account } from './account.js';
import { options } from './options.js';

const [location = '', smtpUrl = '', round = '', killAfter = ''] = process.argv.slice(2);
const settings = portalSettings('http://portal.example.com', {
  operatorEmail: 'operator@example.com',
  signUpVerification: 'operator',
});
const mail = { smtpUrl, from: 'portal@example.com', outbox: 'none' };
const accounts = await openAccounts(JSON.parse(location), options({ mail, settings }));
let told = 0;
/** One line for each mail that is owed: the address, and a text that stands in the mail. */
const owed = (to: string, text: string) => {
  process.stdout.write(`${to} ${text}\n`);
  told += 1;
  if (told === Number(killAfter)) process.kill(process.pid, 'SIGKILL');
};
for (let n = 0; ; n += 1) {
  const name = `r${round}n${n}`;
  const { user } = await accounts.people.newAccounts.create(account({ email: `${name}@example.com` }));
  await accounts.access.passwordResets.begin(user.email, '127.0.0.1');
  owed(user.email, 'one-time password');
  const signUp = {
    ...{ email: `new-${name}@example.com`, firstname: 'Eva', lastname: 'Tide', mobile: '', companyName: name },
  };
  await accounts.people.signUps.take(signUp);
  owed('operator@example.com', `(${signUp.email})`);
  await accounts.plans.subscriptions.request({ ...user, companyName: name }, 'SME');
  owed('operator@example.com', `(${user.email})`);
}
