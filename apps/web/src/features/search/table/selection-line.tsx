import { formatCount } from '../../../format/count.js';
import { useSelection } from './selection.js';
import classes from './table-frame.module.css';

/** How many records are selected, over all pages of the question. */
export function SelectionLine() {
  const { count, clear } = useSelection();
  return (
    <div className={classes.selection}>
      <p role="status">{count > 0 && `${formatCount(count)} selected`}</p>
      {count > 0 && (
        <button type="button" className="linkButton" onClick={clear}>
          Clear
        </button>
      )}
    </div>
  );
}
