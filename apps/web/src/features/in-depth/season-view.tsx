import { useQuery } from '@tanstack/react-query';
import type { AnalysisSums, Measure } from '@tidewaiter/contract';
import { DataTable } from '../../ui/data-table.js';
import { TableDownload } from '../../ui/table-download.js';
import { Analysed, type ChoosingViewProps } from './analysed.js';
import { MeasureSelect, OfNote, UnitSelect, ViewHead } from './controls.js';
import { type Answer, analysisOf } from './in-depth-calls.js';
import { formatMeasure, measureLabel, numberOf } from './measures.js';
import { wholeMonths } from './periods.js';
import { seasonFile } from './table-files.js';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Month by year, so that seasons stand under each other. */
export function SeasonView({ query, ...chosen }: ChoosingViewProps) {
  const { measure, unit } = chosen.choice;
  const answer = useQuery(analysisOf('pivot', query, { rows: 'months', unit }));
  const whole = new Set(wholeMonths({ from: query.fromDate, to: query.toDate }));
  return (
    <>
      <ViewHead how="The stronger the colour, the larger the month. An asterisk marks a month that the dates of the search cut.">
        <MeasureSelect {...chosen} />
        <UnitSelect found={answer.data} {...chosen} />
      </ViewHead>
      <Analysed answer={answer} nothing={({ rows }) => (rows.length === 0 ? 'This question finds no records.' : null)}>
        {(pivot) => (
          <>
            <OfNote measure={measure} unit={pivot.unit} total={pivot.total.total} />
            <Season pivot={pivot} measure={measure} whole={whole} />
            <TableDownload of="season" file={() => seasonFile(pivot, query, { measure, months: MONTHS, whole })} />
          </>
        )}
      </Analysed>
    </>
  );
}

function Season({ pivot, measure, whole }: { pivot: Answer<'pivot'>; measure: Measure; whole: ReadonlySet<string> }) {
  const months = new Map(pivot.rows.map(({ name, total }) => [name, total]));
  const years = [...new Set([...months.keys()].map((month) => month.slice(0, 4)))].sort();
  const most = Math.max(...[...months.values()].map((sums) => numberOf(measure, sums) ?? 0), 0);
  return (
    <DataTable label={`${measureLabel(measure, pivot.unit)} by month and year`}>
      <thead>
        <tr>
          <th scope="col">Month</th>
          {years.map((year) => (
            <th key={year} scope="col" data-number>
              {year}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {MONTHS.map((month, index) => (
          <tr key={month}>
            <th scope="row">{month}</th>
            {years.map((year) => {
              const name = `${year}-${String(index + 1).padStart(2, '0')}`;
              return (
                <Month key={year} sums={months.get(name)} measure={measure} most={most} isCut={!whole.has(name)} />
              );
            })}
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}

interface MonthProps {
  sums: AnalysisSums | undefined;
  measure: Measure;
  most: number;
  isCut: boolean;
}

function Month({ sums, measure, most, isCut }: MonthProps) {
  if (!sums) return <td data-number>–</td>;
  const { text, title } = formatMeasure(measure, sums);
  const heat = most > 0 ? Math.round((Math.max(0, numberOf(measure, sums) ?? 0) / most) * 80) : 0;
  return (
    <td
      data-number
      title={isCut ? `${title}. The search does not ask for the whole month.` : title}
      style={heat > 0 ? { background: `color-mix(in srgb, var(--bar) ${heat}%, transparent)` } : undefined}
    >
      {text}
      {isCut && '*'}
    </td>
  );
}
