import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { COMPANY_PAGE_COSTS } from '../model/company-address.js';
import classes from './icons.module.css';

interface PartyNameProps {
  companyName: string;
  /** The Tab key's stop: in a table, only in the cell that has the keyboard's place. */
  tabIndex?: 0 | -1;
  /** The name as it is shown. */
  children: ReactNode;
}

/** Leads from a company's name to its page. */
export function PartyName({ companyName, tabIndex = 0, children }: PartyNameProps) {
  return (
    <Link
      to="/company"
      search={{ name: companyName }}
      preload={false}
      className={classes.name}
      title={`${companyName} · ${COMPANY_PAGE_COSTS}`}
      tabIndex={tabIndex}
    >
      {children}
    </Link>
  );
}

interface PartyLinksProps {
  companyName: string;
  tabIndex?: 0 | -1;
  className?: string | undefined;
  onSaveContact?: ((companyName: string) => void) | undefined;
}

/** Looks a company up on the web, and keeps it as a contact (SPEC 2 "Results table"). */
export function PartyLinks({ companyName, tabIndex = 0, className, onSaveContact }: PartyLinksProps) {
  return (
    <span className={className}>
      {/* biome-ignore lint/a11y/useAnchorContent: its content is the icon, its name the label */}
      <a
        className={`${classes.icon} ${classes.webSearch}`}
        href={webSearchAddress(companyName)}
        target="_blank"
        rel="noopener noreferrer"
        title="Search the web, in a new tab"
        aria-label={`Search the web for ${companyName}`}
        tabIndex={tabIndex}
      />
      {onSaveContact && (
        <button
          type="button"
          className={`${classes.icon} ${classes.saveContact}`}
          title="Save as a contact"
          aria-label={`Save ${companyName} as a contact`}
          tabIndex={tabIndex}
          // The second click of a double click is no second wish.
          onClick={({ detail }) => detail < 2 && onSaveContact(companyName)}
        />
      )}
    </span>
  );
}

/** A company's name is looked up here: by the person's own browser, in a tab of its own. */
const WEB_SEARCH = 'https://duckduckgo.com/';

export function webSearchAddress(companyName: string): string {
  const address = new URL(WEB_SEARCH);
  address.searchParams.set('q', companyName);
  return address.href;
}
