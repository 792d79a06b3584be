import { useQuery } from '@tanstack/react-query';
import { type Measure, REPORT_LIMITS } from '@tidewaiter/contract';
import { formatMeasure, heat, measureLabel, numberOf, pivotScale } from '../../format/measures.js';
import { AddToReport } from '../../search/reports/add-to-report.js';
import { type Column, ColumnTable } from '../../ui/column-table.js';
import { TableDownload } from '../../ui/table-download.js';
import { Analysed, type ChoosingViewProps } from './analysed.js';
import { MeasureSelect, OfNote, UnitSelect, ViewHead } from './controls.js';
import { type Answer, analysisOf } from './in-depth-calls.js';
import { wholeMonths } from './periods.js';
import { seasonFile } from './table-files.js';

/** How strongly the largest month is coloured, in percent. */
const HEAT = 80;

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
            <OfNote measure={measure} unit={pivot.unit} total={pivot.total.total} scale={pivotScale(measure, pivot)} />
            <Season pivot={pivot} measure={measure} whole={whole} />
            <TableDownload of="season" file={() => seasonFile(pivot, query, { measure, months: MONTHS, whole })}>
              <AddToReport
                figures={{
                  ...{ title: 'Months', question: query, chart: 'BARS' },
                  asks: { pivot: { rows: 'months', unit, orderBy: measure, topRows: REPORT_LIMITS.reportRows } },
                }}
              />
            </TableDownload>
          </>
        )}
      </Analysed>
    </>
  );
}

function Season({ pivot, measure, whole }: { pivot: Answer<'pivot'>; measure: Measure; whole: ReadonlySet<string> }) {
  const months = new Map(pivot.rows.map(({ name, total }) => [name, total]));
  const years = [...new Set([...months.keys()].map((month) => month.slice(0, 4)))].sort();
  const scale = pivotScale(measure, pivot);
  const most = Math.max(...[...months.values()].map((sums) => numberOf(measure, sums) ?? 0), 0);
  const cellOf = (year: string, month: string) => {
    const name = `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}`;
    const sums = months.get(name);
    if (!sums) return { text: '–', look: {} };
    const isCut = !whole.has(name);
    const { text, title } = formatMeasure(measure, sums, scale);
    return {
      text: isCut ? `${text}*` : text,
      look: {
        title: isCut ? `${title}. The search does not ask for the whole month.` : title,
        style: heat(most > 0 ? (numberOf(measure, sums) ?? 0) / most : 0, HEAT),
      },
    };
  };
  return (
    <ColumnTable
      label={`${measureLabel(measure, pivot.unit)} by month and year`}
      rows={MONTHS}
      keyOf={(month) => month}
      columns={[
        { name: 'Month', isHead: true, cell: (month) => month },
        ...years.map(
          (year): Column<string> => ({
            ...{ name: year, isNumber: true },
            cell: (month) => cellOf(year, month).text,
            look: (month) => cellOf(year, month).look,
          }),
        ),
      ]}
    />
  );
}
