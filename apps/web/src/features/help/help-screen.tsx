import { Link } from '@tanstack/react-router';
import { DEFINITIONS, LIMITS, RECORD_COLUMNS } from '@tidewaiter/contract';
import { groupBy } from '../../format/group-by.js';
import { formatCount } from '../../format/numbers.js';
import { EntryFrame } from '../../ui/entry-frame.js';
import { COLUMN_MEANINGS } from './column-meanings.js';
import classes from './help.module.css';
import { LINE_EXAMPLES } from './line-examples.js';

interface Part {
  id: string;
  title: string;
  says: readonly string[];
}

const PARTS: readonly Part[] = [
  {
    id: 'search',
    title: 'How to search',
    says: [
      'Choose a trade, one or more countries and a period, say what you look for, and press Search. A period has two days at least, and spans at most three years.',
      `An HS code finds everything below it: 8517 finds 85171300. It has at least ${LIMITS.hsCodeMinLength} digits; type words such as “phone” or “laptop” to be shown the codes of such goods.`,
      'A product is found by the words of its description. All words finds each of them, in any order and whether one or many are meant: “ceramic tiles” finds CERAMIC FLOOR TILE, and “tile” no textile. Contains finds the text as it stands, also within words; Like finds all the words so.',
      'A company is found by any part of its name. Picked from the suggestions, it is found under all of its spellings.',
      `Each field takes up to ${LIMITS.searchValues} values, any of which may match. Add a condition narrows by AND, OR or NOT.`,
      'A query line asks all this and more in one line: “Write it as a line” in the form, or the / key, opens it. It offers what can follow as you type.',
      'A list of your own companies or codes is brought under Workspace; searches are narrowed to what stands on it.',
      'Each value of the table has a menu, by its button or Enter: show only this, show everything without this, open the company, copy.',
      'Filters, sorting and columns are in the link: copy it, and a colleague sees the same.',
    ],
  },
  {
    id: 'cost',
    title: 'What costs what',
    says: [
      'A new question costs one search. Asked again the same day, by anybody of your account, it is free; so is a question within it, of fewer countries or days. A question without records is given back.',
      'Filters, sorting, pages, lists and analyses of a question that was asked are free. A company’s page costs one search a day.',
      'An export costs points for each record, by the weight of its country. A record that your account has exported before is free, and so is fetching the same file again. You see the price before you pay.',
      'What is left stands in the header; each entry of your account is listed under Subscriptions.',
    ],
  },
  { id: 'figures', title: 'What figures mean', says: Object.values(DEFINITIONS) },
  {
    id: 'data',
    title: 'How data is loaded and cleaned',
    says: [
      'Records are what customs offices publish. Every row of a file is loaded or rejected with a reason, and the sums of a load equal those of its file.',
      'Names of countries, ports and units are written in one way; what the source wrote stays beside it, and the description of a record shows both.',
      'Spellings of one company are counted as one. Its page says under which names it was found.',
      'Values in other currencies are converted by the rate of the month and marked ≈. Without a rate there is no value in dollars, never a guessed one.',
      'Each record names the file and the line that it comes from. Data Coverage says how fresh and how complete each country is.',
    ],
  },
];

const columns = RECORD_COLUMNS.IMPORT.filter(({ name, alias }) => !alias && COLUMN_MEANINGS[name] !== undefined);

/** How to search, what costs what, where data comes from, and what the columns mean: for everybody. */
export function HelpScreen() {
  return (
    <EntryFrame title="Help" width="reading">
      <h1>Help</h1>
      <nav aria-label="On this page" className={classes.contents}>
        {PARTS.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
        <a href="#line">What a query line may say</a>
        <a href="#columns">What the columns mean</a>
      </nav>
      {PARTS.map(({ id, title, says }) => (
        <section key={id} id={id} className={classes.part}>
          <h2>{title}</h2>
          <ul>
            {says.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      ))}
      <section id="line" className={classes.part}>
        <h2>What a query line may say</h2>
        <dl>
          {LINE_EXAMPLES.map(([line, finds]) => (
            <div key={line}>
              <dt>
                <code>{line}</code>
              </dt>
              <dd>{finds}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section id="columns" className={classes.part}>
        <h2>What the columns mean</h2>
        <p>
          These {formatCount(columns.length)} columns are offered for every country. Some sources fill more of their
          own, such as a bill’s number or a customs office, under the names that they give them.
        </p>
        {[...groupBy(columns, ({ group }) => group)].map(([group, named]) => (
          <div key={group}>
            <h3>{group}</h3>
            <dl>
              {named.map(({ key, name, label }) => (
                <div key={key}>
                  <dt>{label}</dt>
                  <dd>{COLUMN_MEANINGS[name]}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </section>
      <p className={classes.part}>
        Prices and what each plan gives: <Link to="/pricing">Plans</Link>.
      </p>
    </EntryFrame>
  );
}
