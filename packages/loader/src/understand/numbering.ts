/** Numbers that say the place of a row in its declaration or its file, and count nothing. */

/** Steps that show it, the share of them that must, and how many are looked at. */
const ENOUGH = 8;
const MOST = 0.95;
const ROWS_READ = 500;

/** Kinds of places that no column of small quantities has by chance. */
const LEAST_PLACES = 3;

const PLACE = /^0*[1-9]\d{0,5}(?:[.,]0+)?$/;

/** Whether each number is one more than that of the row before it, or 1 again where the next declaration begins. */
export function countsUp(cells: readonly string[]): boolean {
  const read = cells.slice(0, ROWS_READ);
  if (read.length < ENOUGH || !read.every((cell) => PLACE.test(cell))) return false;
  const places = read.map((cell) => Number(cell.replace(',', '.')));
  const steps = places.slice(1).map((place, at) => place === 1 || place === (places[at] ?? 0) + 1);
  const kinds = new Set(places).size;
  return kinds >= LEAST_PLACES && places[0] === 1 && steps.filter(Boolean).length >= MOST * steps.length;
}
