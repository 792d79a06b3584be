import type { RecordPage } from '../api/calls.js';

/** What figures and charts make of what only some records state, by the column that states it. */
const NOTES = [
  [
    'date_known_to',
    'Some of these countries’ records say only a month, a quarter or a year. Each counts on its first day: later dates leave it out, charts by month show a year in its first.',
  ],
  [
    'house_bl_number',
    'Some of these countries’ records state house bills. Shipments above a list count each once, other figures count records.',
  ],
] as const;

/** Says them where the asked countries have such records. */
export const RecordNotes = ({ filled }: Pick<RecordPage, 'filled'>) =>
  NOTES.filter(([column]) => filled.includes(column)).map(([column, note]) => (
    <p key={column} className="soft small mt-8">
      {note}
    </p>
  ));
