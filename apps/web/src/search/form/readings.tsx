import type { SearchBy } from '@tidewaiter/contract';
import { Fragment } from 'react';
import { SEARCH_BY_LABELS } from '../model/draft-rules.js';
import classes from './combobox.module.css';

interface ReadingsProps {
  /** What a text is taken for; null while there is none. */
  says: { text: string; by: SearchBy } | null;
  others: readonly SearchBy[];
  onChoose: (by: SearchBy) => void;
}

/** Below a field that takes any text: what it is searched by, said before Enter is pressed, and what else it may be, one press away. */
export function Readings({ says, others, onChoose }: ReadingsProps) {
  return (
    <p className={classes.readings} role="status">
      {says && `${says.text} ${SEARCH_BY_LABELS[says.by]}.`}
      {says && others.length > 0 && ' Or search by '}
      {says &&
        others.map((by, at) => (
          <Fragment key={by}>
            {at > 0 && ', '}
            {/* The field keeps the focus: leaving it would take what is typed for the likeliest. */}
            <button
              type="button"
              className="linkButton"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(by)}
            >
              {SEARCH_BY_LABELS[by]}
            </button>
          </Fragment>
        ))}
    </p>
  );
}
