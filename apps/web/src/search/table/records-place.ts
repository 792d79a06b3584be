/** What shows the records of a search, table or cards, has this id: the keyboard gets past all that stands before them. */
export const RECORDS = 'records';
