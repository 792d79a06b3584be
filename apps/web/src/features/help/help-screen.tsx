import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DEFINITIONS, LIMITS, RECORD_COLUMNS } from '@tidewaiter/contract';
import { Fragment, type ReactNode, useState } from 'react';
import { groupBy } from '../../format/group-by.js';
import { formatCount } from '../../format/numbers.js';
import { OpenFrame } from '../../session/open-frame.js';
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

/** How to search, what costs what, where data comes from, and what the columns mean: for everybody, found by a word. */
export function HelpScreen() {
  const [typed, setTyped] = useState('');
  const sought = typed.trim().toLowerCase();
  const has = (...texts: string[]) => texts.join(' ').toLowerCase().includes(sought);
  const parts = PARTS.map((part) => ({ ...part, says: part.says.filter((sentence) => has(part.title, sentence)) }));
  const lines = LINE_EXAMPLES.filter(([line, finds]) => has(line, finds));
  const meant = columns.filter(({ name, label }) => has(label, COLUMN_MEANINGS[name] ?? ''));
  const found = parts.reduce((sum, { says }) => sum + says.length, lines.length + meant.length);
  const shown = [
    ...parts.filter(({ says }) => says.length > 0),
    ...(lines.length > 0 ? [{ id: 'line', title: 'What a query line may say' }] : []),
    ...(meant.length > 0 ? [{ id: 'columns', title: 'What the columns mean' }] : []),
  ];
  return (
    <OpenFrame title="Help" width="reading">
      <div className="stack gap-24 mt-8 readable">
        <TextInput
          type="search"
          aria-label="Search the help"
          placeholder="Search the help"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <p role="status" className="soft small not-empty">
          {sought === ''
            ? ''
            : found === 0
              ? `Nothing here mentions “${typed.trim()}”.`
              : `${formatCount(found)} found`}
        </p>
        <nav aria-label="On this page" className="wrap gap-4-16">
          {shown.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
        {parts
          .filter(({ says }) => says.length > 0)
          .map(({ id, title, says }) => (
            <section key={id} id={id} className="grid gap-8">
              <h2>{title}</h2>
              <ul className="grid gap-8 m-0">
                {says.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </section>
          ))}
        {lines.length > 0 && (
          <section id="line" className="grid gap-8">
            <h2>What a query line may say</h2>
            <Meanings of={lines.map(([line, finds]) => [line, <code key={line}>{line}</code>, finds])} />
          </section>
        )}
        {meant.length > 0 && (
          <section id="columns" className="grid gap-8">
            <h2>What the columns mean</h2>
            <p>
              These {formatCount(columns.length)} columns are offered for every country. Some sources fill more of their
              own, such as a bill’s number or a customs office, under the names that they give them.
            </p>
            {[...groupBy(meant, ({ group }) => group)].map(([group, named]) => (
              <div key={group}>
                <h3 className="small strong">{group}</h3>
                <Meanings of={named.map(({ key, name, label }) => [key, label, COLUMN_MEANINGS[name] ?? ''])} />
              </div>
            ))}
          </section>
        )}
        <p>
          Prices and what each plan gives: <Link to="/pricing">Plans</Link>.
        </p>
      </div>
    </OpenFrame>
  );
}

/** What things mean, side by side. */
function Meanings({ of }: { of: readonly (readonly [key: string, what: ReactNode, meaning: string])[] }) {
  return (
    <dl className={classes.meanings}>
      {of.map(([key, what, meaning]) => (
        <Fragment key={key}>
          <dt className="text ink medium">{what}</dt>
          <dd className="soft">{meaning}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
