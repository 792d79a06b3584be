import { Link } from '@tanstack/react-router';
import { COMPANY_PAGE_COSTS } from '../model/company-address.js';
import classes from './icons.module.css';

interface PartyLinksProps {
  companyName: string;
  /** The Tab key's stop: in a table, only in the cell that has the keyboard's place. */
  tabIndex?: 0 | -1;
  className?: string | undefined;
  onSaveContact?: ((companyName: string) => void) | undefined;
}

/** Leads from a company's name to its page and to a look-up on the web, and keeps it as a contact (SPEC 2 "Results table"). */
export function PartyLinks({ companyName, tabIndex = 0, className, onSaveContact }: PartyLinksProps) {
  return (
    <span className={className}>
      <Link
        to="/company"
        search={{ name: companyName }}
        preload={false}
        className={`${classes.icon} ${classes.company}`}
        title={COMPANY_PAGE_COSTS}
        aria-label={`Company page of ${companyName}`}
        tabIndex={tabIndex}
      />
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
