import type { SearchQuery } from '@tidewaiter/contract';

/** A question and its filters: what counts and lists answer, whatever the table's sort and page. */
export function filteredQuestion(query: SearchQuery) {
  const { orderByColumn: _column, orderByMode: _mode, pageNumber: _page, numberOfRecords: _size, ...question } = query;
  return question;
}
