/** Readers of workbooks that people use, from the distribution: LibreOffice and openpyxl. */
import { execFile, execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

function isInstalled(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const DEEP = process.env.TIDEWAITER_DEEP === '1';

/** The first Python that has openpyxl: the distribution's own may not be the first in the path. */
const PYTHON = DEEP
  ? ['python3', '/usr/bin/python3'].find((one) => isInstalled(one, '-c', 'import openpyxl'))
  : undefined;

/** Whether workbooks are opened by them in this run: a deep one, where they are installed. */
export const OPENED_BY_OFFICE: boolean = PYTHON !== undefined && isInstalled('soffice', '--version');

if (DEEP && !OPENED_BY_OFFICE) {
  process.stdout.write(
    'Skipped: LibreOffice (libreoffice-calc) and openpyxl (python3-openpyxl) are not both installed here.\n',
  );
}

/** UTF-8, commas, every text in quotes, cells as they are shown, the first sheet. */
const AS_SHOWN = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false,false,false,1';

const run = promisify(execFile);

/** What LibreOffice shows of the first sheet of a workbook, as CSV: what a formula comes to in its place. */
export async function shownByLibreOffice(path: string): Promise<string> {
  const folder = dirname(path);
  const profile = `-env:UserInstallation=file://${folder}/office-profile`;
  await run('soffice', [profile, '--headless', '--convert-to', AS_SHOWN, '--outdir', folder, path]);
  // Named by the sheet where sheets are named at all.
  const stem = basename(path, '.xlsx');
  return readFile(join(folder, `${stem}-Records.csv`), 'utf8').catch(() =>
    readFile(join(folder, `${stem}.csv`), 'utf8'),
  );
}

/** The kinds of the cells in each row of the first sheet, as openpyxl says them: `s` text, `n` number or nothing, `d` day, `f` formula. */
export async function kindsByOpenpyxl(path: string): Promise<string[]> {
  const script = `import json, openpyxl, sys
sheet = openpyxl.load_workbook(sys.argv[1]).worksheets[0]
print(json.dumps([''.join(cell.data_type for cell in row) for row in sheet.iter_rows()]))`;
  const { stdout } = await run(PYTHON ?? 'python3', ['-c', script, path]);
  return z.array(z.string()).parse(JSON.parse(stdout));
}
