import { type Acts, act, RARE, taken, takenOr } from '../shell/act.js';
import { day, wholeNumber } from '../shell/arguments.js';
import { count } from '../shell/print.js';

export const DEMO_ACTS = {
  demo: act({
    summary: 'generated records to try the portal with',
    description:
      'Fills an empty data folder with generated records and a demo account with a random password. The records are the ' +
      'same for the same --rows and --until.',
    takes: {
      rows: takenOr(300_000, '--rows <number>', 'how many records', wholeNumber),
      until: taken('--until <day>', 'last day with records (default: the end of last month)', day),
      remove: taken('--remove', 'take all of it out again'),
    },
    screen: RARE,
    audit: 'DEMO_ADDED',
    async does({ rows, until, remove }, context) {
      const services = await context.services();
      const { addDemo, removeDemo } = await import('../../app/demo.js');
      const { demoSignInFile, demoSignInLine } = await import('../../app/demo-sign-in.js');
      if (remove) {
        const removed = await removeDemo(services);
        return [removed, `The demo is taken out: ${count(removed.records)} records, ${removed.accounts} account.`];
      }
      const demo = await addDemo(services, { rows, until }, (label, done) =>
        context.progress({ label, ...(done !== undefined && { done, total: rows }) }),
      );
      context.progress(null);
      const { records, ...signIn } = demo;
      const { dataFolder } = services;
      const line = demoSignInLine(signIn, dataFolder, context.isTerminal);
      const answer = { records, email: signIn.email, signInFile: demoSignInFile(dataFolder) };
      return [answer, [`${count(records)} demo records are loaded.`, line], { records }];
    },
  }),
} satisfies Acts;
