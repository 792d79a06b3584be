import { groupsAsIndia } from '../format/numbers.js';
import classes from './digits-offer.module.css';
import { useNumberSystem } from './number-system.js';
import { usePreference } from './preference.js';

const readAnswered = (stored: unknown) => stored === true;

/** Offers once, to a browser that writes numbers otherwise than India does, to write them so: whatever is answered is remembered. */
export function DigitsOffer() {
  const { system, choose } = useNumberSystem();
  const [answered, setAnswered] = usePreference('numbers.offered', readAnswered);
  if (answered || system !== 'INDIAN' || groupsAsIndia(navigator.languages)) return null;
  return (
    <aside className={classes.offer} aria-label="How numbers are written">
      <p>Numbers are written as 12,34,567 here.</p>
      <button
        type="button"
        className="linkButton"
        onClick={() => {
          setAnswered(true);
          choose('INTERNATIONAL');
        }}
      >
        Write 1,234,567
      </button>
      <button type="button" className="linkButton" onClick={() => setAnswered(true)}>
        Keep 12,34,567
      </button>
    </aside>
  );
}
