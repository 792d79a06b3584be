import { useQuery } from '@tanstack/react-query';
import { displayTime } from '../../format/dates.js';
import { findingsOf, useMarkFindings } from '../../search/watches/watch-calls.js';
import { foundInWords } from '../../search/watches/watch-words.js';
import { Answer, Panel } from './panel.js';
import classes from './panel.module.css';

/** So many are named here. */
const NAMED = 5;

/** Shows what the person's watches found that they have not read; nothing to who has read all of it, or watches nothing. */
export function WatchPanel() {
  const found = useQuery(findingsOf('UNREAD', 0));
  const mark = useMarkFindings();
  if (!found.data || found.data.totalRecords === 0) return null;
  return (
    <Panel title="Found by your watches" all="/workspace" search={{ watches: 'all' }}>
      <Answer query={found} isEmpty={() => false} nothing={null}>
        {({ findings }) => (
          <ul className={classes.rows}>
            {findings.slice(0, NAMED).map(({ findingId, finding, watchName, foundDate, link }) => (
              <li className={classes.row} key={findingId}>
                <a
                  href={link}
                  className={`${classes.link} ${classes.what}`}
                  onClick={() => mark.mutate({ findingId, as: 'READ' })}
                >
                  {foundInWords(finding)}
                </a>
                <span className={classes.soft}>
                  <bdi>{watchName}</bdi> · <time dateTime={foundDate}>{displayTime(foundDate)}</time>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </Panel>
  );
}
