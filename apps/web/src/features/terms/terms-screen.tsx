import { EntryFrame } from '../../ui/entry-frame.js';

const TERMS = [
  {
    title: 'Your account',
    text: 'An account belongs to the company that asked for it. Keep your password to yourself; a colleague gets a user of their own. You may end any of your sessions in your profile.',
  },
  {
    title: 'What you may search',
    text: 'Your plan names the countries and the dates that you may see, and how many searches, downloads and workspaces it gives in each period. What is left is in the header.',
  },
  {
    title: 'The records',
    text: 'Records are shown as the customs declarations state them. A value that was converted is marked. Declarations can hold errors, and coverage differs between countries; check what you rely on.',
  },
  {
    title: 'Fair use',
    text: 'Use what you find for your own business. Do not pass records on in bulk, and do not use programs to get around the limits of your plan.',
  },
  {
    title: 'Your data',
    text: 'What you tell us of yourself is used to run your account. Your searches are seen by your account only.',
  },
];

/** The terms that a sign-up accepts (linked from /signup and the footer). */
export function TermsScreen() {
  return (
    <EntryFrame title="Terms and conditions" width="reading">
      <h1>Terms and conditions</h1>
      <div className="grid gap-24 mt-8">
        {TERMS.map(({ title, text }) => (
          <section key={title} className="grid gap-4">
            <h2 className="text">{title}</h2>
            <p className="soft">{text}</p>
          </section>
        ))}
      </div>
    </EntryFrame>
  );
}
