import classes from './icons.module.css';
import { webSearchAddress } from './web-search.js';

interface PartyLinksProps {
  companyName: string;
  /** Whether Tab stops here: in a table, only in the cell that has the keyboard's place. */
  tabIndex?: 0 | -1;
  className?: string | undefined;
  onSaveContact?: ((companyName: string) => void) | undefined;
}

/** What can be done with a company's name: look it up on the web, and keep it as a contact (SPEC 2 "Results table"). */
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
