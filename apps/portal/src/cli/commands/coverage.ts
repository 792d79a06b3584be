import { COVERAGE_SHARES, countryByCode, dayOf, OperatorError, sharePercent } from '@tidewaiter/contract';
import type { LoadSummary, SourceCoverage } from '@tidewaiter/records';
import type { Command } from 'commander';
import { act, listing } from '../shell/act.js';
import { countryCode } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';
import { count, plainLine } from '../shell/print.js';
import { missingInWords } from './loads.js';

export function addCoverageCommand(program: Command, context: CommandContext): void {
  act(program, context, 'coverage', {
    summary: 'what is there, how fresh, how complete',
    description:
      'Lists each country and month: records, and the share of them that name importer, exporter, quantity, value and the ' +
      "reporting country's port; of each country how many days its last record lies behind today.",
    takes: (command) => command.option('--country <code>', 'of one country only, for instance KOR', countryCode),
    async does(options: { country?: string; json?: boolean }) {
      const records = await context.records();
      const [{ bySource, EVERYTHING_LOADED, PORTAL }, { EVERYTHING }] = await Promise.all([
        import('@tidewaiter/records'),
        import('@tidewaiter/records/operator'),
      ]);
      const question = await records.ask(EVERYTHING_LOADED, EVERYTHING, { asker: PORTAL });
      const { dataVersion } = question;
      const months = await question.months();
      const asked = months.filter(({ country }) => options.country === undefined || country === options.country);
      const loads = await records.loads.list();
      const sources = bySource(asked, dayOf(new Date())).map((source) => ({
        ...source,
        accepted: acceptedOf(source, loads),
      }));
      for (const line of await missingInWords(records)) context.err(line);
      if (sources.length === 0 && options.country !== undefined && !options.json)
        throw new OperatorError(`Nothing is loaded of ${options.country}.`);
      return [{ dataVersion, sources }, sources.length === 0 ? 'Nothing is loaded yet.' : sources.map(inWords)];
    },
  });
}

/** What an operator took as it was proposed or accepted though it looked wrong, by load. */
function acceptedOf({ country, tradeType }: SourceCoverage, loads: readonly LoadSummary[]) {
  const ofSource = loads.filter((load) => load.tradeType === tradeType && ['', country].includes(load.country));
  return ofSource.flatMap(({ loadId, file, report: { assumed, doubts } }) =>
    [...assumed, ...doubts].map((what) => ({ loadId, file, what })),
  );
}

function inWords(source: SourceCoverage & { accepted: ReturnType<typeof acceptedOf> }) {
  const { country, tradeType, records, firstDay, lastDay, lagDays } = source;
  const shares = COVERAGE_SHARES.map((share) => [
    share,
    ({ saying, records }: SourceCoverage['months'][number]) => percent(saying[share], records),
  ]);
  return [
    `${country} ${countryByCode(country)?.name ?? ''}, ${tradeType.toLowerCase()}s: ${count(records)} records, ` +
      `${firstDay} to ${lastDay}, ${count(lagDays)} ${lagDays === 1 ? 'day' : 'days'} behind today`,
    listing(
      source.months,
      [],
      { month: ({ month }) => month.slice(0, 7), records: ({ records }) => records, ...Object.fromEntries(shares) },
      COVERAGE_SHARES,
    ),
    ...source.accepted.map(
      ({ loadId, file, what }) => `  accepted  load ${loadId}, ${plainLine(file)}: ${plainLine(what)}`,
    ),
  ];
}

function percent(part: number, whole: number): string {
  const share = sharePercent(part, whole);
  return share === null ? '–' : `${share}%`;
}
