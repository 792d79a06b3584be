import { ActionIcon, Menu } from '@mantine/core';
import { IconChevronDown, IconDots, IconMail, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Contact } from '@tidewaiter/contract';
import { Fragment, useId, useState } from 'react';
import { formatCount } from '../../format/numbers.js';
import { CompanyLink } from '../../search/company-link.js';
import { DataTable } from '../../ui/data-table.js';
import { ContactDetails } from './contact-details.js';
import { MailLink, OrNone, telephone, WebsiteLink } from './contact-links.js';
import classes from './contacts.module.css';

interface ContactTableProps {
  contacts: readonly Contact[];
  /** The number of the first row. */
  first: number;
  /** Where the operator is asked for details; null: nowhere. */
  mailUs: string | null;
  onEdit: (contact: Contact) => void;
  onRemove: (contact: Contact) => void;
}

/** SPEC's table of contacts. A row opens to what is noted of its company and to what it ships. */
export function ContactTable({ contacts, first, mailUs, onEdit, onRemove }: ContactTableProps) {
  return (
    <DataTable label="Contacts">
      <thead>
        <tr>
          <th scope="col" data-number>
            Sl.
          </th>
          <th scope="col">Company Name</th>
          {['Address', 'Contact Number', 'Email Id', 'Website'].map((label) => (
            <th key={label} scope="col" data-wide>
              {label}
            </th>
          ))}
          {mailUs !== null && (
            <th scope="col" data-wide>
              Mail Us For Contact Details
            </th>
          )}
          <th scope="col">
            <span className="visually-hidden">What to do</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {contacts.map((contact, index) => (
          <ContactRow
            key={contact.id}
            contact={contact}
            number={first + index}
            mailUs={mailUs}
            onEdit={() => onEdit(contact)}
            onRemove={() => onRemove(contact)}
          />
        ))}
      </tbody>
    </DataTable>
  );
}

interface ContactRowProps {
  contact: Contact;
  number: number;
  mailUs: string | null;
  onEdit: () => void;
  onRemove: () => void;
}

function ContactRow({ contact, number, mailUs, onEdit, onRemove }: ContactRowProps) {
  const { companyName, address, mobile, email, website, tags } = contact;
  const [opened, setOpened] = useState(false);
  const details = useId();
  return (
    <Fragment>
      <tr>
        <td data-number>{formatCount(number)}</td>
        <th scope="row" className="words">
          <button
            type="button"
            className={classes.open}
            aria-expanded={opened}
            aria-controls={details}
            onClick={() => setOpened(!opened)}
          >
            <IconChevronDown size={14} stroke={1.6} aria-hidden />
            <span dir="auto">{companyName}</span>
          </button>
          <CompanyLink name={companyName} />
          {tags.length > 0 && (
            <span className={`wrap gap-4 ${classes.below}`}>
              {tags.map((tag) => (
                <Link
                  key={tag}
                  to="/savecontact"
                  search={{ tag }}
                  className="inline-flex items-center min-h-24 edged rounded-3 px-8 soft undecorated"
                  title={`All tagged ${tag}`}
                  dir="auto"
                >
                  {tag}
                </Link>
              ))}
            </span>
          )}
          {/* What a narrow screen has no columns for. */}
          <span className={`phone-only ${classes.below}`}>
            <MailLink email={email} otherwise={null} />
          </span>
          {mobile !== null && (
            <span className={`phone-only ${classes.below}`}>
              <a href={telephone(mobile)}>{mobile}</a>
            </span>
          )}
        </th>
        <td data-wide className="words" dir="auto">
          <OrNone>{address}</OrNone>
        </td>
        <td data-wide className="one-line">
          <OrNone>{mobile === null ? null : <a href={telephone(mobile)}>{mobile}</a>}</OrNone>
        </td>
        <td data-wide className="one-line">
          <MailLink email={email} otherwise={<OrNone>{null}</OrNone>} />
        </td>
        <td data-wide className="cut" style={{ maxWidth: 200 }}>
          <OrNone>{website === null ? null : <WebsiteLink website={website} />}</OrNone>
        </td>
        {mailUs !== null && (
          <td data-wide>
            <MailUs address={mailUs} companyName={companyName} />
          </td>
        )}
        <td className={classes.acts}>
          <Menu position="bottom-end" width={200}>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" size={32} aria-label={`What to do with ${companyName}`}>
                <IconDots size={18} stroke={1.6} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />}
                disabled={!contact.mayChange}
                onClick={onEdit}
              >
                Edit
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
                disabled={!contact.mayChange}
                onClick={onRemove}
              >
                Remove
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </td>
      </tr>
      {opened && (
        <tr id={details}>
          <td colSpan={mailUs === null ? 7 : 8}>
            <ContactDetails
              contact={contact}
              mailUs={mailUs === null ? null : <MailUs address={mailUs} companyName={companyName} />}
            />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

/** Asks the operator for details of a company. */
function MailUs({ address, companyName }: { address: string; companyName: string }) {
  const subject = encodeURIComponent(`Contact details of ${companyName}`);
  return (
    <a
      href={`mailto:${address}?subject=${subject}`}
      className="inline-flex items-center gap-4 one-line accent"
      aria-label={`Mail us for contact details of ${companyName}`}
    >
      <IconMail size={16} stroke={1.6} aria-hidden />
      Mail Us
    </a>
  );
}
