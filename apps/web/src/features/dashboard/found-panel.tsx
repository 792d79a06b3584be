import { useQuery } from '@tanstack/react-query';
import { displayTime } from '../../format/dates.js';
import { findingsOf, useMarkFindings } from '../../search/following/following-calls.js';
import { foundInWords } from '../../search/following/following-words.js';
import { Answer, Panel } from './panel.js';
import classes from './panel.module.css';

/** So many are named here. */
const NAMED = 5;

/** Shows what was found for the person that they have not read; nothing to who has read all of it, or follows nothing. */
export function FoundPanel() {
  const found = useQuery(findingsOf('UNREAD', 0));
  const mark = useMarkFindings();
  if (!found.data || found.data.totalRecords === 0) return null;
  return (
    <Panel title="Found for you" all="/following">
      <Answer query={found} isEmpty={() => false} nothing={null}>
        {({ findings }) => (
          <ul className="plainList grid">
            {findings.slice(0, NAMED).map(({ findingId, finding, questionName, foundDate, link }) => (
              <li className={classes.row} key={findingId}>
                <a
                  href={link}
                  className="accent undecorated hovers-line cut"
                  onClick={() => mark.mutate({ findingId, as: 'READ' })}
                >
                  {foundInWords(finding)}
                </a>
                <span className="soft small all-columns">
                  <bdi>{questionName}</bdi> · <time dateTime={foundDate}>{displayTime(foundDate)}</time>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </Panel>
  );
}
