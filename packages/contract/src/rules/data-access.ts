import { addDays, addMonths, type DataAccessWindow, dayOf } from './dates.js';

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
  /** How many months the first day lies back from each that comes; null where it does not move on. */
  readonly rollingMonths: number | null;

  constructor({
    countries,
    fromDate,
    toDate,
    rollingMonths = null,
  }: DataAccessWindow & { countries: readonly string[] | 'ALL'; rollingMonths?: number | null }) {
    this.countries = countries;
    this.fromDate = fromDate;
    this.toDate = toDate;
    this.rollingMonths = rollingMonths;
  }

  /** The first day of which anything that was found before may be told. */
  get firstTold(): string | null {
    return this.fromDate && this.rollingMonths !== null ? addDays(this.fromDate, -EDGE_DAYS) : this.fromDate;
  }

  /**
   * What may be told of what was found at a moment, where anything of it may still be seen: days that these rules showed then, and that went by
   * themselves since. What an operator has taken away is not among them.
   */
  foundAt(moment: Date): DataAccess {
    const { countries, firstTold, toDate, rollingMonths } = this;
    const shown = rollingMonths === null ? firstTold : addMonths(dayOf(moment), -rollingMonths);
    const fromDate = firstTold && shown && shown > firstTold ? shown : firstTold;
    return new DataAccess({ countries, fromDate, toDate });
  }
}
