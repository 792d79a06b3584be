import { addDays, type DataAccessWindow } from './dates.js';

/** For how long a beginning that moves on, a day with each that comes, is no reason not to tell of what was found before. */
const EDGE_DAYS = 31;

/**
 * What somebody may see of the records. It is made with `@tidewaiter/contract/granting` only, which Biome refuses but where subscriptions
 * are read and where the operator's leave to see everything is defined (`@tidewaiter/records/operator`).
 */
export class DataAccess implements DataAccessWindow {
  /** Keeps an object of the same shape, or a widened copy, from being taken for one. */
  protected declare readonly isGranted: true;
  /** Of their records; none where it is empty. */
  readonly countries: readonly string[] | 'ALL';
  /** First and last visible day; null means no bound. */
  readonly fromDate: string | null;
  readonly toDate: string | null;

  constructor({ countries, fromDate, toDate }: DataAccessWindow & { countries: readonly string[] | 'ALL' }) {
    this.countries = countries;
    this.fromDate = fromDate;
    this.toDate = toDate;
  }

  /** What may be told of what was found before, where anything of it may still be seen. */
  get ofFoundBefore(): DataAccess {
    const { countries, fromDate, toDate } = this;
    return new DataAccess({ countries, fromDate: fromDate && addDays(fromDate, -EDGE_DAYS), toDate });
  }
}
