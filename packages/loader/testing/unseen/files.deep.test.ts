/** Whether the truth that lies beside each unseen file is the file's. */
import { readXlsx } from 'hucre/xlsx';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { unseenFiles } from './files.js';
import { type FilePlan, filePlans } from './tables.js';

const files = await unseenFiles();
const plans: Partial<FilePlan>[] = filePlans();

/** The lines of a file, the first at 1, without quotes and dots of codes. */
async function linesOf(at: number): Promise<string[]> {
  const { bytes } = files[at] ?? { bytes: new Uint8Array() };
  const { settings = {} } = plans[at] ?? {};
  if (!settings.xlsx) return ['', ...iconv.decode(Buffer.from(bytes), settings.enc ?? 'utf8').split('\r\n')];
  const { sheets } = await readXlsx(bytes);
  return ['', ...(sheets[0]?.rows.map((row) => row.join('\t')) ?? [])];
}

describe('the unseen files', () => {
  it('are two or more of each of twenty sources and more, of 120 to 300 rows', () => {
    const sources = new Map(files.map(({ source }) => [source, files.filter((file) => file.source === source)]));
    expect(sources.size).toBeGreaterThanOrEqual(20);
    for (const of of sources.values()) expect(of.length).toBeGreaterThanOrEqual(2);
    for (const { rows } of files) {
      expect(rows.length).toBeGreaterThanOrEqual(120);
      expect(rows.length).toBeLessThanOrEqual(300);
    }
  });

  it.each(files.map(({ name }, at) => ({ name, at })))('$name says what is true of its rows', async ({ at }) => {
    const lines = await linesOf(at);
    for (const { line, hs, importer, exporter, goods } of files[at]?.rows ?? []) {
      const text = lines[line] ?? '';
      expect(text.replaceAll('.', '')).toContain(hs.replace(plans[at]?.settings?.lost ? /^0/ : '', ''));
      for (const name of [importer, exporter, goods]) expect(text.replaceAll('""', '"')).toContain(name ?? '');
    }
  });
});
