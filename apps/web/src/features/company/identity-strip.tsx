import { Link } from '@tanstack/react-router';
import { COUNTRY_NAMES, type CompanyIdentity, displayDate } from '@tidewaiter/contract';
import type { ReactNode } from 'react';
import { formatCount, formatShipments } from '../../format/numbers.js';
import type { CompanyAddress } from '../../search/model/company-address.js';
import { countriesOf } from '../../search/saving/company-contact.js';
import { Flag } from '../../ui/flag.js';
import classes from './company.module.css';

/** Of each kind, so many are named. */
const NAMED = 3;

const ISO2_OF = new Map([...COUNTRY_NAMES].map(([iso2, name]) => [name, iso2]));

/** Says who a company is by the records of all its parts, before anything that it trades. */
export function IdentityStrip({
  name,
  identity,
  address,
}: {
  name: string;
  identity: CompanyIdentity;
  address: CompanyAddress;
}) {
  const { addresses, numbers, spellings, shipments, first_day, last_day } = identity;
  const { declares, names } = countriesOf(identity);
  const others = spellings.rows.filter(({ text }) => text !== name);
  const all = { ...address, view: 'names' };
  const facts: readonly (false | readonly [label: string, content: ReactNode])[] = [
    [
      declares ? 'Country' : 'Goods from or to',
      names.length > 0 && (
        <ul>
          {names.slice(0, NAMED).map((country) => (
            <li key={country}>
              <Flag iso2={ISO2_OF.get(country)} /> {country}
            </li>
          ))}
          <More count={names.length} to={all} />
        </ul>
      ),
    ],
    [addresses.count === 1 ? 'Address' : 'Addresses', <SaidList key="addresses" said={addresses} to={all} />],
    numbers.count > 0 && [
      'Official numbers',
      <div key="numbers">
        <SaidList said={numbers} to={all} isCode />
        {haveTwoOfOne(numbers) && (
          <p className="soft small">Two numbers of one kind: these may be several companies of one name.</p>
        )}
      </div>,
    ],
    others.length > 0 && [
      'Also written',
      <ul key="written">
        {others.slice(0, NAMED).map(({ text }) => (
          <li key={text} dir="auto">
            {text}
          </li>
        ))}
        <More count={spellings.count - (spellings.rows.length - others.length)} to={all} />
      </ul>,
    ],
    ['Shipments', <strong key="shipments">{formatCount(shipments)}</strong>],
    ['First', first_day && displayDate(first_day)],
    ['Last', last_day && displayDate(last_day)],
  ];
  return (
    <section aria-label="Identity" className={`surface p-16 ${classes.identity}`}>
      <dl>
        {facts
          .filter((fact) => fact !== false)
          .map(([label, content]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{content || <span className="soft">Not stated</span>}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

/** Whether two of some numbers are of one scheme, whose name stands before each. */
function haveTwoOfOne({ rows }: CompanyIdentity['numbers']): boolean {
  const schemes = rows.map(({ text }) => text.split(' ', 1)[0]);
  return new Set(schemes).size < schemes.length;
}

interface SaidListProps {
  said: CompanyIdentity['addresses'];
  to: CompanyAddress;
  isCode?: true;
}

/** Lists what records say most, each with how many say it. */
function SaidList({ said: { rows, count }, to, isCode }: SaidListProps) {
  if (count === 0) return <span className="soft">Not stated</span>;
  return (
    <ul>
      {rows.slice(0, NAMED).map(({ text, shipments }) => (
        <li key={text} dir="auto">
          <span className={isCode && 'code'}>{text}</span>{' '}
          <span className="soft small">{formatShipments(shipments)}</span>
        </li>
      ))}
      <More count={count} to={to} />
    </ul>
  );
}

function More({ count, to }: { count: number; to: CompanyAddress }) {
  if (count <= NAMED) return null;
  return (
    <li>
      <Link
        to="/company"
        search={to}
        replace
        resetScroll={false}
        preload={false}
        className="self-start accent small not-printed"
      >
        {formatCount(count - NAMED)} more
      </Link>
    </li>
  );
}
