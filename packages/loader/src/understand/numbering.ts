/** Numbers that say the place of a row in its declaration or its file, and count nothing. */

/** Steps that show it, the share of them that must, and how many are looked at. */
const ENOUGH = 8;
const MOST = 0.95;
const ROWS_READ = 500;

/** Kinds of places that no column of small quantities has by chance. */
const LEAST_PLACES = 3;

/** No declaration has more items. */
const MOST_ITEMS = 999;

const PLACE = /^0*[1-9]\d{0,5}(?:[.,]0+)?$/;

const placesOf = (cells: readonly string[]) => {
  const places = cells.slice(0, ROWS_READ);
  return places.length >= ENOUGH && places.every((cell) => PLACE.test(cell))
    ? places.map((cell) => Number(cell.replace(',', '.')))
    : [];
};

/** Whether each number is one more than that of the row before it, or 1 again where the next declaration begins. */
export function countsUp(cells: readonly string[]): boolean {
  const places = placesOf(cells);
  const steps = places.slice(1).map((place, at) => place === 1 || place === (places[at] ?? 0) + 1);
  const kinds = new Set(places).size;
  return kinds >= LEAST_PLACES && places[0] === 1 && steps.filter(Boolean).length >= MOST * steps.length;
}

/** The same of rows that were taken out here and there: no place without those before it, and each at least as often as nearly the next. */
export function mayNumber(cells: readonly string[]): boolean {
  const places = placesOf(cells);
  const last = places.reduce((most, place) => Math.max(most, place), 0);
  if (last < LEAST_PLACES || last > MOST_ITEMS) return false;
  const times = Array<number>(last).fill(0);
  for (const place of places) times[place - 1] = (times[place - 1] ?? 0) + 1;
  const first = times[0] ?? 0;
  return first > places.length / last && times.every((many) => many <= first);
}
