/** Of lists that people bring: their screen alone takes these to a browser. */
export const OWN_LIST_LIMITS = {
  /** Rows of one. */
  rows: 100_000,
  /** A file that is read in the browser, in bytes. */
  fileBytes: 100 * 1024 ** 2,
  columns: 100,
  cell: 1000,
  /** What is sent at once. */
  partRows: 2000,
  partBytes: 8 * 1024 ** 2,
  decisions: 500,
  /** A list whose rows have not all come by then is removed. */
  sendingHours: 24,
  /** Saved searches that are named before a list is renamed. */
  uses: 20,
  /** Different members of one that a search may be narrowed by. */
  members: 50_000,
  /** Columns of lists that an export joins to its records, and letters of what one of them says of a record. */
  joinedColumns: 20,
  joinedLetters: 1000,
} as const;
