/** Years of a file that may be counted otherwise than in the common era. */

/** No record is of a year after it: 2051 and later are years of Nepal's calendar, which is 57 ahead. */
const LAST_YEAR = 2050;

/** Ethiopia writes years eight behind the common ones, of which nothing in a file tells them: those of its calendar in which there are such files. */
const OF_ETHIOPIA = { country: 'ETH', first: 2008, last: 2019 };

const YEAR = /(?<!\d)(?:19|20)\d{2}(?!\d{2}\b)/;
const MOST = 0.5;

/** Why the years of some cells may be none of the common era; undefined where they are. */
export function doubtOfYears(cells: readonly string[], country: string | undefined): string | undefined {
  const years = cells.flatMap((cell) => YEAR.exec(cell)?.map(Number) ?? []);
  const isMost = (is: (year: number) => boolean) => years.length > 0 && years.filter(is).length > MOST * years.length;
  const [example] = years;
  if (isMost((year) => year > LAST_YEAR))
    return `the years are of another calendar than the common one, as in ${example}`;
  const isEthiopian =
    country === OF_ETHIOPIA.country && isMost((year) => year >= OF_ETHIOPIA.first && year <= OF_ETHIOPIA.last);
  return isEthiopian
    ? `the years may be of Ethiopia's own calendar, eight behind the common one, as in ${example}`
    : undefined;
}
