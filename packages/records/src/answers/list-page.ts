/** Which rows of a list: their page, from 0, and how many a page has. */
interface ListPage {
  pageNumber: number;
  numberOfRecords: number;
}

/**
 * A page of a list of which each row tells how long it is, and a row that tells it also past the list's end; none where nothing is on it.
 *
 * @param read the rows of a page
 */
export async function listPage<Row>(
  page: ListPage,
  read: (limit: number, offset: number) => Promise<readonly Row[]>,
): Promise<{ rows: readonly Row[]; telling: Row | undefined }> {
  const rows = await read(page.numberOfRecords, page.pageNumber * page.numberOfRecords);
  const [telling] = rows.length === 0 && page.pageNumber > 0 ? await read(1, 0) : rows;
  return { rows, telling };
}
