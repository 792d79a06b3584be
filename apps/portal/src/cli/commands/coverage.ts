import { COVERAGE_SHARES, countryByCode, dayOf, OperatorError, sharePercent } from '@tidewaiter/contract';
import type { LoadSummary, SourceCoverage } from '@tidewaiter/records';
import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../shell/context.js';
import { count, plainLine, printJson, table } from '../shell/print.js';
import { missingInWords } from './loads.js';

function countryCode(text: string): string {
  const code = text.toUpperCase();
  if (!countryByCode(code)) throw new InvalidArgumentError(`There is no source country ${code}.`);
  return code;
}

export function addCoverageCommand(program: Command, context: CommandContext): void {
  program
    .command('coverage')
    .summary('what is there, how fresh, how complete')
    .description(
      'Lists each country and month: records, and the share of them that name importer, exporter, quantity, value and the ' +
        "reporting country's port; of each country how many days its last record lies behind today.",
    )
    .option('--country <code>', 'of one country only, for instance KOR', countryCode)
    .option('--json', 'answer as JSON')
    .action(async (options: { country?: string; json?: boolean }) => {
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
      if (options.json) return printJson(context, { dataVersion, sources });
      if (loads.length === 0 && options.country === undefined) return context.out('Nothing is loaded yet.');
      if (sources.length === 0 && options.country !== undefined)
        throw new OperatorError(`Nothing is loaded of ${options.country}.`);
      for (const source of sources) print(context, source);
    });
}

/** What an operator took as it was proposed or accepted though it looked wrong, by load. */
function acceptedOf({ country, tradeType }: SourceCoverage, loads: readonly LoadSummary[]) {
  const ofSource = loads.filter((load) => load.tradeType === tradeType && ['', country].includes(load.country));
  return ofSource.flatMap(({ loadId, file, report: { assumed, doubts } }) =>
    [...assumed, ...doubts].map((what) => ({ loadId, file, what })),
  );
}

function print(context: CommandContext, source: SourceCoverage & { accepted: ReturnType<typeof acceptedOf> }): void {
  const { country, tradeType, records, firstDay, lastDay, lagDays } = source;
  context.out(
    `${country} ${countryByCode(country)?.name ?? ''}, ${tradeType.toLowerCase()}s: ${count(records)} records, ` +
      `${firstDay} to ${lastDay}, ${count(lagDays)} ${lagDays === 1 ? 'day' : 'days'} behind today`,
  );
  table(
    context,
    ['month', 'records', ...COVERAGE_SHARES],
    source.months.map(({ month, records, saying }) => [
      month.slice(0, 7),
      count(records),
      ...COVERAGE_SHARES.map((share) => percent(saying[share], records)),
    ]),
    ['records', ...COVERAGE_SHARES],
  );
  for (const { loadId, file, what } of source.accepted) {
    context.out(`  accepted  load ${loadId}, ${plainLine(file)}: ${plainLine(what)}`);
  }
}

function percent(part: number, whole: number): string {
  const share = sharePercent(part, whole);
  return share === null ? '–' : `${share}%`;
}
