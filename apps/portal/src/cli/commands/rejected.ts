import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '@tidewaiter/contract';
import type { Records } from '@tidewaiter/records';
import type { Command } from 'commander';
import type { CommandContext } from '../context.js';
import { csvLine } from '../csv-line.js';
import { count, printJson, table } from '../print.js';
import { wholeNumber } from './load.js';

/** More rejected rows than anybody reads in a terminal. */
const SHOWN_MAX = 1_000_000;

export function addRejectedCommand(program: Command, context: CommandContext): void {
  program
    .command('rejected')
    .summary('the rejected rows of a load')
    .description(
      'Lists the rejected rows of a load, with the reason for each; as a CSV, with the whole row as the file has it.',
    )
    .argument('<load>', "the load's number, as `loads` lists it", wholeNumber)
    .option('--out <file>', 'write a CSV: file, line, column, reason, cell, then the columns of the row')
    .option('--json', 'answer as JSON')
    .action(async (loadId: number, options: { out?: string; json?: boolean }) => {
      const records = await context.records();
      const { report } = await records.loads.mustBeVisible(loadId);
      if (options.out !== undefined) {
        const path = resolve(context.cwd, options.out);
        await writeRejected(records, loadId, path);
        if (options.json) return printJson(context, { loadId, rows: report.rowsRejected, file: path });
        return context.out(`${count(report.rowsRejected)} rejected rows of load ${loadId} are in ${path}`);
      }
      const { rejectionsOf } = await import('@tidewaiter/records');
      const rejections = await rejectionsOf(records.engine, loadId, SHOWN_MAX);
      if (options.json) return printJson(context, rejections);
      if (rejections.length === 0) return context.out(`Load ${loadId} rejected no rows.`);
      table(
        context,
        ['file', 'line', 'column', 'reason', 'cell'],
        rejections.map(({ file, line, column, reason, cell }) => [file, String(line), column, reason, cell]),
      );
    });
}

/** A row that has several problems stands there once for each. */
async function writeRejected(records: Records, loadId: number, path: string): Promise<void> {
  const { rejectedRows } = await import('@tidewaiter/records');
  const { header } = await records.loads.originOf(loadId);
  async function* lines() {
    yield csvLine(['file', 'line', 'column', 'reason', 'cell', ...header]);
    for await (const rows of rejectedRows(records.engine, loadId)) {
      yield rows
        .map(({ file, line, column, reason, cell, cells }) =>
          csvLine([file, String(line), column, reason, cell, ...cells]),
        )
        .join('');
    }
  }
  await pipeline(lines, createWriteStream(path, { mode: 0o600 })).catch((error: Error) => {
    throw new OperatorError(`${path} cannot be written: ${error.message}`);
  });
}
