import classes from './login.module.css';

/** What the portal does today, in its own words. An item leaves when it stops being news, or true. */
const ITEMS = [
  {
    title: 'Counts are exact',
    text: 'Every search says how many shipments it found, to the last one, and how long it took.',
  },
  {
    title: 'One company, one name',
    text: 'Spellings of a company are found together: case, accents and legal forms no longer split it.',
  },
  {
    title: 'The question in words',
    text: 'Above the results stands what was understood, and its link brings a colleague to the same rows.',
  },
  {
    title: 'A version on every answer',
    text: 'Answers name the data version they come from, so two people can tell why they see the same figure.',
  },
];

export function WhatsNew() {
  return (
    <aside className={classes.news} aria-labelledby="whats-new">
      <div className={classes.newsBody}>
        <h2 id="whats-new">What’s New</h2>
        <ul className={classes.items}>
          {ITEMS.map(({ title, text }) => (
            <li key={title}>
              <strong>{title}</strong>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
