/** The id of what shows the records of a search, table or cards: a way for the keyboard past all that stands before them. */
export const RECORDS = 'records';
