import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type CompanyShipments, type Contact, displayDate } from '@tidewaiter/contract';
import type { ReactNode } from 'react';
import { displayTime } from '../../format/dates.js';
import { formatShipments } from '../../format/numbers.js';
import { ROLE_WORDS, recordsOfPart, TRADE_WORDS } from '../../search/model/company-parts.js';
import { Awaiting } from '../../ui/awaiting.js';
import { LoadFailure } from '../../ui/notice.js';
import { shipmentsOf } from './contact-calls.js';
import { OrNone, WebsiteLink } from './contact-links.js';
import classes from './contacts.module.css';

/** What a row has no room for: what is noted of a company, who keeps it, and what it ships. */
export function ContactDetails({ contact, mailUs }: { contact: Contact; mailUs: ReactNode }) {
  const { address, website, notes, createdBy, createdDate } = contact;
  return (
    <div className={`side-by-side gap-24 p-12-16 ${classes.panel}`}>
      <section className="stack content-start gap-8" aria-label={`Notes on ${contact.companyName}`}>
        <h2 className="soft small medium">Notes</h2>
        {notes === '' ? (
          <p className="soft">None</p>
        ) : (
          <p className="anywhere scrolls-y" style={{ maxHeight: 240, whiteSpace: 'pre-line' }} dir="auto">
            {notes}
          </p>
        )}
        <dl className="phone-only">
          <dt>Address</dt>
          <dd dir="auto">
            <OrNone>{address}</OrNone>
          </dd>
          <dt>Website</dt>
          <dd>
            <OrNone>{website === null ? null : <WebsiteLink website={website} />}</OrNone>
          </dd>
          {mailUs && <dd>{mailUs}</dd>}
        </dl>
        <p className="soft">
          Saved {createdBy && `by ${createdBy.userName}, `}
          {displayTime(createdDate)}
        </p>
      </section>
      <Shipments contact={contact} />
    </div>
  );
}

function Shipments({ contact }: { contact: Contact }) {
  const { data, error, refetch } = useQuery(shipmentsOf(contact));

  function content() {
    if (error) return <LoadFailure error={error} onRetry={refetch} />;
    if (!data) return <Awaiting shapes={[['lines', 3]]} />;
    const { shipmentsList, newRecords, lookedAt } = data;
    const [any] = shipmentsList;
    return (
      <>
        {newRecords !== null && lookedAt !== null && (
          <p className={`self-start ${newRecords > 0 ? 'tinted px-8 rounded-3' : ''}`}>
            {newRecords > 0 ? `${formatShipments(newRecords)} more` : 'No more'} than on {displayTime(lookedAt)}
          </p>
        )}
        {any ? (
          <>
            <ul className="plainList grid gap-4">
              {shipmentsList.map((one) => (
                <li key={`${one.tradeType} ${one.role}`} className="spread wrap gap-4-16 line-below">
                  <ShipmentCount shipments={one} companyName={contact.companyName} />
                  <span className="soft">last on {displayDate(one.lastDay)}</span>
                </li>
              ))}
            </ul>
            <p className="soft">
              {displayDate(any.fromDate)} – {displayDate(any.toDate)}, under all spellings of the name
            </p>
          </>
        ) : (
          <p className="soft">None in the countries and days of your subscription under this name.</p>
        )}
      </>
    );
  }

  return (
    <section
      className="stack content-start gap-8"
      aria-label={`Shipments of ${contact.companyName}`}
      aria-busy={!data && !error}
    >
      <h2 className="soft small medium">Shipments</h2>
      {content()}
    </section>
  );
}

/** How many there are, as the way to them. A search asks for importers and exporters; a notify party narrows one. */
function ShipmentCount({ shipments, companyName }: { shipments: CompanyShipments; companyName: string }) {
  const { tradeType, role } = shipments;
  const count = formatShipments(shipments.records);
  const records = recordsOfPart(shipments, companyName, shipments);
  return (
    <span>
      <strong className="medium">{ROLE_WORDS[role]}</strong> in {TRADE_WORDS[tradeType]} records:{' '}
      {records === null ? (
        count
      ) : (
        <Link
          to="/list1"
          search={records}
          aria-label={`${count} as ${ROLE_WORDS[role].toLowerCase()} in ${TRADE_WORDS[tradeType]} records`}
          title="Search them"
        >
          {count}
        </Link>
      )}
    </span>
  );
}
