import type { RecordPage } from '../api/calls.js';

/** Says how dates and charts take records that say only a month or a year, where the asked countries have any. */
export const DatesKnownTo = ({ filled }: Pick<RecordPage, 'filled'>) =>
  filled.includes('date_known_to') && (
    <p className="soft small mt-8">
      Some of these countries’ records say only a month, a quarter or a year. Each counts on its first day: dates that
      begin later leave it out, and charts by month show a year in its first.
    </p>
  );
