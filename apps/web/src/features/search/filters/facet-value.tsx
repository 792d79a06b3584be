import { formatCount } from '../../../format/count.js';
import { CodeLabel } from './code-label.js';
import classes from './facet.module.css';

interface FacetValueProps {
  value: string;
  records: number | undefined;
  /** Of an HS code: what it is called. */
  description: string | undefined;
  /** Of the longest bar. */
  share: number;
  ticked: boolean;
  onToggle: (value: string) => void;
}

/** A value with how many records have it, as 'name (count)' (SPEC 7), on a quiet bar; a code with what it is. */
export function FacetValue({ value, records, description, share, ticked, onToggle }: FacetValueProps) {
  return (
    <li className={classes.value} style={{ '--share': `${share * 100}%` }}>
      <label className={classes.label}>
        <input type="checkbox" checked={ticked} onChange={() => onToggle(value)} />
        <span className={classes.name} title={value}>
          {value}
        </span>
        {records !== undefined && <span className={classes.records}> ({formatCount(records)})</span>}
        <CodeLabel text={description} />
      </label>
    </li>
  );
}
