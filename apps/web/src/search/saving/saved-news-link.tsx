import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SavedSearch, SavedSearchNews } from '@tidewaiter/contract';
import { displayTime } from '../../format/dates.js';
import { formatCount } from '../../format/numbers.js';
import { addressOfNews, lookAtSaved } from '../api/saved-search.js';

interface SavedNewsLinkProps {
  saved: SavedSearch;
  /** Undefined until it is here. */
  news: SavedSearchNews | undefined;
  className: string | undefined;
}

/** Says how many records came to a saved search since the person last looked, and opens exactly those, for nothing. */
export function SavedNewsLink({ saved, news, className }: SavedNewsLinkProps) {
  const queryClient = useQueryClient();
  if (!news?.newRecords) return null;
  return (
    <Link
      to="/list1"
      search={addressOfNews(saved, news)}
      className={className}
      title={news.lookedDate ? `Since you looked on ${displayTime(news.lookedDate)}` : undefined}
      onClick={() => void lookAtSaved(queryClient, news)}
    >
      {formatCount(news.newRecords)} new
      <span className="visually-hidden">
        {news.newRecords === 1 ? ' record' : ' records'} of {saved.name}
      </span>
    </Link>
  );
}
