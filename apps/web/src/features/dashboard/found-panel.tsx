import { useQuery } from '@tanstack/react-query';
import { findingsOf, useMarkFindings } from '../../search/following/following-calls.js';
import { foundInWords } from '../../search/following/following-words.js';
import { ListPanel, RowTime } from './panel.js';

/** So many are named here. */
const NAMED = 5;

/** Shows what was found for the person that they have not read; nothing to who has read all of it, or follows nothing. */
export function FoundPanel() {
  const found = useQuery(findingsOf('UNREAD', 0));
  const mark = useMarkFindings();
  if (!found.data || found.data.totalRecords === 0) return null;
  return (
    <ListPanel
      title="Found for you"
      all="/following"
      query={found}
      rows={({ findings }) =>
        findings.slice(0, NAMED).map(({ findingId, finding, questionName, foundDate, link }) => ({
          key: findingId,
          name: (
            <a
              href={link}
              className="accent undecorated hovers-line cut"
              onClick={() => mark.mutate({ findingId, as: 'READ' })}
            >
              {foundInWords(finding)}
            </a>
          ),
          below: (
            <>
              <bdi>{questionName}</bdi> · <RowTime at={foundDate} />
            </>
          ),
        }))
      }
    />
  );
}
