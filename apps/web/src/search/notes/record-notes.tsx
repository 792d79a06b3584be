import { useQuery } from '@tanstack/react-query';
import { publishersInWords, type TradeType } from '@tidewaiter/contract';
import { countriesByTrade, type RecordPage } from '../api/calls.js';

/** What figures and charts make of what only some records state, by the column that states it. */
const OF_COLUMNS = [
  [
    'date_known_to',
    'Some of these countries’ records say only a month, a quarter or a year. Each counts on its first day: later dates leave it out, charts by month show a year in its first.',
  ],
  [
    'house_bl_number',
    'Some of these countries’ records state house bills. Shipments above a list count each once, other figures count records.',
  ],
] as const;

interface RecordNotesProps {
  /** The columns that any of the records state, where figures are read. */
  filled?: RecordPage['filled'];
  /** The countries whose sources are named. */
  countries?: readonly string[];
  tradeType: TradeType;
}

/** Says what holds of all records that a question asks: above its figures how these are counted, at its end where they come from. */
export function RecordNotes({ filled = [], countries = [], tradeType }: RecordNotesProps) {
  const { data = [] } = useQuery(countriesByTrade(tradeType));
  return [
    ...OF_COLUMNS.flatMap(([column, note]) => (filled.includes(column) ? [note] : [])),
    ...data
      .filter(({ shortcode }) => countries.includes(shortcode))
      .flatMap(({ publishedBy }) => publishersInWords(publishedBy)),
  ].map((note) => (
    <p key={note} className="soft small mt-8">
      {note}
    </p>
  ));
}
