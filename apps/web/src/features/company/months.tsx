import { Link } from '@tanstack/react-router';
import { type CompanyFigures, firstOfMonth, lastOfMonth, monthOf, monthsBetween } from '@tidewaiter/contract';
import { useCallback, useMemo } from 'react';
import { monthLabel } from '../../format/months.js';
import { axisAmount, formatShipments, shortAmount } from '../../format/numbers.js';
import type { CompanyAddress } from '../../search/model/company-address.js';
import { cutMonths } from '../../search/model/cut-months.js';
import { Chart, type ChartTheme, chartTip } from '../../ui/chart.js';
import { categoryAxis, chartText, grid, hatched, painted, tooltip, valueAxis } from '../../ui/chart-parts.js';
import { defaultPaint } from '../../ui/colours.js';
import type { ChartOption } from '../../ui/echarts.js';
import type { TableFile } from '../../ui/table-file.js';
import classes from './company.module.css';
import type { CompanyPage, ShownPart } from './company-calls.js';
import { FigureTable } from './figure-table.js';

interface MonthsProps {
  page: CompanyPage;
  months: ShownPart['months'];
  total: CompanyFigures;
  address: CompanyAddress;
  file: Pick<TableFile, 'name' | 'notes'>;
}

/** What a company traded month by month. A month narrows the page to its days, which costs nothing more. */
export function Months({ page, months, total, address, file }: MonthsProps) {
  const list = useMemo(
    () => ({ ...months, rows: [...months.rows].sort((a, b) => b.name.localeCompare(a.name)) }),
    [months],
  );
  return (
    <FigureTable
      title="Months"
      item="Month"
      list={list}
      total={total}
      name={({ name }) => {
        const days = page.searched && searchedDaysOf(name, page.searched);
        if (!days) return monthLabel(name);
        return (
          <Link
            to="/company"
            search={{ ...address, ...days }}
            preload={false}
            className={classes.way}
            title="Show these days only: free"
          >
            {monthLabel(name)}
          </Link>
        );
      }}
      file={file}
    >
      <MonthChart months={months} page={page} />
    </FigureTable>
  );
}

/** The days of a month that were looked at; null where it is all of them, or a single day, which nobody can ask for. */
function searchedDaysOf(month: string, { fromDate, toDate }: NonNullable<CompanyPage['searched']>) {
  const [first, last] = [firstOfMonth(month), lastOfMonth(month)];
  const from = first > fromDate ? first : fromDate;
  const to = last < toDate ? last : toDate;
  return from >= to || (from === fromDate && to === toDate) ? null : { from, to };
}

/** Lists the months that were looked at, those without a shipment among them. */
function monthsOf({ searched }: CompanyPage): string[] {
  return monthsBetween(monthOf(searched?.fromDate ?? ''), monthOf(searched?.toDate ?? ''));
}

interface MonthChartProps {
  page: CompanyPage;
  months: ShownPart['months'];
  /** So many of the last ones are drawn; without it, all. */
  last?: number;
}

/** Draws values by month; words where no record states a value. */
export function MonthChart({ months: { rows }, page, last = 0 }: MonthChartProps) {
  const { name } = page;
  const data = useMemo(() => {
    const found = new Map(rows.map((row) => [row.name, row]));
    const cut = page.searched ? cutMonths(page.searched) : new Map<string, string>();
    return monthsOf(page)
      .slice(-last)
      .map((month) => ({
        label: monthLabel(month),
        value: found.get(month)?.value_usd ?? '0',
        shipments: found.get(month)?.shipments ?? 0,
        cut: cut.get(month),
      }));
  }, [rows, page, last]);
  const option = useCallback(
    (theme: ChartTheme): ChartOption => ({
      grid: grid(12),
      tooltip: tooltip(
        theme,
        (place) => {
          const month = data[place];
          if (!month) return null;
          const lines = [month.label, `USD ${shortAmount(month.value)}`, formatShipments(month.shipments)];
          return month.cut === undefined ? lines : [...lines, `Incomplete: ${month.cut}`];
        },
        chartTip,
        'axis',
      ),
      xAxis: {
        ...categoryAxis(
          theme,
          data.map(({ label }) => label),
        ),
        axisLabel: { ...chartText(theme), hideOverlap: true, showMaxLabel: true, alignMaxLabel: 'right' },
      },
      yAxis: valueAxis(theme, { name: 'Value in USD', nameGap: 56, format: axisAmount }),
      series: {
        type: 'bar',
        barMaxWidth: 40,
        itemStyle: painted(defaultPaint(theme.dark)),
        data: data.map(({ value, cut }) => ({
          value: Number(value),
          ...(cut !== undefined && { itemStyle: hatched(defaultPaint(theme.dark)) }),
        })),
      },
    }),
    [data],
  );
  if (rows.every(({ stated }) => stated === 0))
    return (
      <p className="soft small readable">None of these records states a value in USD: there is nothing to draw.</p>
    );
  return <Chart option={option} title={`Value in USD by month of ${name}`} />;
}
