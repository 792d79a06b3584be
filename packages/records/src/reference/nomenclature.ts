import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { OperatorError } from '@tidewaiter/contract';
import { z } from 'zod';
import type { RecordEngine } from '../engine/engine.js';
import { hasAll } from '../load/reading/header.js';
import { readRawRows } from '../load/reading/raw-rows.js';
import type { DataVersion, DataVersions } from '../versions/data-version.js';
import { Edition } from './edition.js';
import { SHIPPED_LABELS } from './shipped-labels.js';

/** One row of an official file, as it is written, with the line that it begins on. */
interface OfficialRow {
  line: number;
  cells: readonly string[];
}

const OFFICIAL_HEADER = ['section', 'hscode', 'description', 'parent', 'level'];

/** The row of the whole, and the parent and section of what stands outside the sections. */
const TOTAL = 'TOTAL';

const SECTION = /^(I|II|III|IV|V|VI|VII|VIII|IX|X|XI|XII|XIII|XIV|XV|XVI|XVII|XVIII|XIX|XX|XXI)$/;

/** Longest text; a longer one is no description. */
const TEXT_MAX = 2000;

const CONTROL = /\p{Cc}/u;

/** The code of the row that a code belongs to. */
const parentOf = (code: string) => (code.length === 2 ? TOTAL : code.slice(0, -2));

/** What is wrong with one row, looked at by itself. */
function problemOf(cells: readonly string[]): string | undefined {
  if (cells.length !== OFFICIAL_HEADER.length) return `the row does not have ${OFFICIAL_HEADER.length} cells`;
  const [section = '', code = '', text = '', parent = '', level = ''] = cells;
  if (code === TOTAL) return undefined;
  if (!/^(\d{2}){1,3}$/.test(code)) return `not a code of 2, 4 or 6 digits: ${code}`;
  if (level !== String(code.length)) return `level ${level} is not that of ${code}`;
  if (parent !== parentOf(code)) return `${code} belongs to ${parentOf(code)}, not to ${parent}`;
  if (section !== TOTAL && !SECTION.test(section)) return `not a section: ${section}`;
  if (text === '') return `${code} has no description`;
  if (text.length > TEXT_MAX || CONTROL.test(text)) return `the description of ${code} is not a text`;
  return undefined;
}

/** What is wrong with the rows of an official file, each with its line; nothing where they may be loaded. */
function problemsOf(rows: readonly OfficialRow[]): string[] {
  const sections = new Map(rows.map(({ cells: [section = '', code = ''] }) => [code, section]));
  const seen = new Set<string>();
  return rows.flatMap(({ line, cells }) => {
    const [section = '', code = '', , parent = ''] = cells;
    const twice = seen.has(code);
    seen.add(code);
    const found = problemOf(cells) ?? (twice ? `${code} stands there twice` : undefined);
    if (found !== undefined) return [`line ${line}: ${found}`];
    if (parent === TOTAL) return [];
    if (!sections.has(parent)) return [`line ${line}: ${code} belongs to ${parent}, which is not in the file`];
    if (sections.get(parent) !== section) return [`line ${line}: ${code} is in another section than ${parent}`];
    return [];
  });
}

/** Several times what any edition has; a larger file is another one. */
const MOST_BYTES = 20_000_000;
const MOST_ROWS = 50_000;

/** Wrong rows that are told. */
const TOLD = 10;

const codeAndText = z.tuple([z.string(), z.string()]);

/** A line of the nomenclature: the code and what it is called. */
export interface NomenclatureEntry {
  code: string;
  text: string;
}

export interface NomenclatureReport {
  nomenclatureVersion: number;
  chapters: number;
  headings: number;
  subheadings: number;
}

const lengthIs = (length: number) => (code: string) => code.length === length;

function reportOf(nomenclatureVersion: number, codes: readonly string[]): NomenclatureReport {
  const count = (length: number) => codes.filter(lengthIs(length)).length;
  return { nomenclatureVersion, chapters: count(2), headings: count(4), subheadings: count(6) };
}

const SHIPPED_EDITION = new Edition(SHIPPED_LABELS.labels);

/** Numbers from here on are of labels that ship; the official files that are loaded count from one. */
const FIRST_SHIPPED = 2 ** 40;

/**
 * Under which number the labels that ship lie in the table: made of what they say, so that another release writes an edition of its
 * own, beside one that another portal may still be reading.
 */
const SHIPPED_NUMBER =
  FIRST_SHIPPED +
  createHash('sha256')
    .update(JSON.stringify([...SHIPPED_LABELS.labels]))
    .digest()
    .readUIntBE(0, 5);

/** What HS codes are called: in the labels that ship, or in the official texts that the operator has loaded. */
export class Nomenclature {
  #known: { version: number; edition: Promise<Edition> } = { version: 0, edition: Promise.resolve(SHIPPED_EDITION) };

  constructor(
    private readonly engine: RecordEngine,
    private readonly versions: DataVersions,
    private readonly folder: string,
  ) {}

  /** Puts the labels that ship where the engine finds them, once for each release. Repeatable, also by two portals at once. */
  async keepShipped(): Promise<void> {
    const parameters = { edition: SHIPPED_NUMBER };
    const kept = 'SELECT count() FROM hs_texts WHERE nomenclature_version = {edition:UInt64}';
    const [row] = await this.engine.query({
      name: 'nomenclature.shipped',
      sql: kept,
      parameters,
      row: z.tuple([z.coerce.number()]),
      lane: 'load',
    });
    if (row?.[0] !== 0) return;
    await this.engine.run({
      name: 'nomenclature.ship',
      sql: `INSERT INTO hs_texts SELECT {edition:UInt64}, label.1, label.2
        FROM (SELECT arrayJoin(arrayZip({codes:Array(String)}, {texts:Array(String)})) AS label) WHERE (${kept}) = 0`,
      parameters: {
        ...parameters,
        codes: [...SHIPPED_LABELS.labels.keys()],
        texts: [...SHIPPED_LABELS.labels.values()],
      },
      repeatable: true,
    });
  }

  /** The edition that a data version shows. */
  async at({ nomenclatureVersion }: DataVersion): Promise<Edition> {
    if (this.#known.version !== nomenclatureVersion) {
      const edition = nomenclatureVersion === 0 ? Promise.resolve(SHIPPED_EDITION) : this.#read(nomenclatureVersion);
      const known = { version: nomenclatureVersion, edition };
      this.#known = known;
      // One that could not be read is asked for again.
      edition.catch(() => {
        if (this.#known === known) this.#known = { version: 0, edition: Promise.resolve(SHIPPED_EDITION) };
      });
    }
    return this.#known.edition;
  }

  async #read(nomenclatureVersion: number): Promise<Edition> {
    const rows = await this.engine.query({
      name: 'nomenclature.read',
      sql: 'SELECT hs_code, description FROM hs_texts WHERE nomenclature_version = {edition:UInt64} ORDER BY hs_code',
      parameters: { edition: nomenclatureVersion },
      row: codeAndText,
      lane: 'short',
    });
    return new Edition(new Map(rows));
  }

  /** What is in force. */
  async report(): Promise<NomenclatureReport> {
    const version = await this.versions.current();
    const { texts } = await this.at(version);
    return reportOf(version.nomenclatureVersion, [...texts.keys()]);
  }

  /** The codes right below another one, in order; the chapters below none. */
  async below(code: string): Promise<NomenclatureEntry[]> {
    const { texts } = await this.at(await this.versions.current());
    const found = [...texts].filter(([other]) => other.length === code.length + 2 && other.startsWith(code));
    return found.map(([other, text]) => ({ code: other, text })).sort((a, b) => (a.code < b.code ? -1 : 1));
  }

  /** The codes that an HS code begins with, chapter first; none where the nomenclature knows none of them. */
  async above(hsCode: string): Promise<NomenclatureEntry[]> {
    const { texts } = await this.at(await this.versions.current());
    return [2, 4, 6].flatMap((length) => {
      const code = hsCode.slice(0, length);
      const text = texts.get(code);
      return text === undefined || code.length < length ? [] : [{ code, text }];
    });
  }

  /**
   * Loads an official file (`section,hscode,description,parent,level`), all or nothing; it takes the place of what was in
   * force. A code that it lacks keeps the label that ships.
   *
   * @throws OperatorError when the layout or any row is wrong; the nomenclature is as before
   */
  async load(path: string): Promise<NomenclatureReport> {
    return this.versions.change('A load of the HS nomenclature', () => this.#load(path));
  }

  async #load(path: string): Promise<NomenclatureReport> {
    const bytes = await stat(path).then(
      ({ size }) => size,
      () => 0,
    );
    if (bytes > MOST_BYTES) throw new OperatorError(`${path} is too large for an HS nomenclature.`);
    const raw = await readRawRows(this.engine, this.folder, path, { isHeader: hasAll(OFFICIAL_HEADER) });
    try {
      if (raw.header.join() !== OFFICIAL_HEADER.join()) {
        throw new OperatorError(`${path} is not an HS nomenclature.`, [
          `its columns are: ${raw.header.join(', ')}`,
          `an HS nomenclature's are: ${OFFICIAL_HEADER.join(', ')}`,
        ]);
      }
      if (raw.rows > MOST_ROWS) throw new OperatorError(`${path} has too many rows for an HS nomenclature.`);
      const codes = await this.#check(path, raw.table);
      const nomenclatureVersion = await this.#nextVersion();
      await this.engine.run({
        name: 'nomenclature.insert',
        sql: `INSERT INTO hs_texts
          SELECT ${nomenclatureVersion}, trim(cells[2]), trim(cells[3]) FROM ${raw.table} WHERE match(trim(cells[2]), '^[0-9]+$')
          UNION ALL
          SELECT ${nomenclatureVersion}, hs_code, description FROM hs_texts
          WHERE nomenclature_version = ${SHIPPED_NUMBER} AND hs_code NOT IN (SELECT trim(cells[2]) FROM ${raw.table})`,
      });
      await this.versions.publish({ nomenclatureVersion }, `HS nomenclature ${nomenclatureVersion}`);
      return reportOf(nomenclatureVersion, codes);
    } finally {
      await raw.drop();
    }
  }

  /** The codes of the file, once all is well with it. */
  async #check(path: string, table: string): Promise<string[]> {
    const read = await this.engine.query({
      name: 'nomenclature.rows',
      sql: `SELECT line, arrayMap(cell -> trim(cell), arrayResize(cells, width)) FROM ${table} ORDER BY row`,
      row: z.tuple([z.coerce.number(), z.array(z.string())]),
      lane: 'load',
    });
    const rows = read.map(([line, cells]) => ({ line, cells }));
    const problems = problemsOf(rows);
    if (problems.length > 0) {
      const more = problems.length - TOLD;
      throw new OperatorError(`${path} was not loaded: some rows are wrong.`, [
        ...problems.slice(0, TOLD),
        ...(more > 0 ? [`and ${more} more`] : []),
      ]);
    }
    const codes = rows.flatMap(({ cells: [, code = ''] }) => (/^\d+$/.test(code) ? [code] : []));
    if (!codes.some(lengthIs(4))) throw new OperatorError(`${path} holds no headings.`);
    return codes;
  }

  /** Neither a number that was published nor one under which a killed load has left texts. */
  async #nextVersion(): Promise<number> {
    const [row] = await this.engine.query({
      name: 'nomenclature.next',
      sql: `SELECT max(nomenclature_version) FROM hs_texts WHERE nomenclature_version < ${FIRST_SHIPPED}`,
      row: z.tuple([z.coerce.number()]),
      lane: 'load',
    });
    return Math.max(row?.[0] ?? 0, (await this.versions.current()).nomenclatureVersion) + 1;
  }

  /**
   * Goes back to the labels that ship.
   *
   * @throws OperatorError where nothing else is in force
   */
  async remove(): Promise<NomenclatureReport> {
    await this.versions.change('A removal of the HS nomenclature', async () => {
      const { nomenclatureVersion } = await this.versions.current();
      if (nomenclatureVersion === 0)
        throw new OperatorError('No HS nomenclature is loaded; the labels that ship are in force.');
      await this.versions.publish({ nomenclatureVersion: 0 }, 'HS nomenclature removed');
    });
    return this.report();
  }
}

/**
 * The codes and the texts that a data version shows, as two SQL arrays side by side. The engine reads them once for a statement,
 * however often the statement says them.
 */
export function textsSql({ nomenclatureVersion }: DataVersion): { codes: string; texts: string } {
  const number = nomenclatureVersion === 0 ? SHIPPED_NUMBER : nomenclatureVersion;
  const column = (name: string) =>
    `(SELECT groupArray(${name}) FROM (SELECT ${name} FROM hs_texts WHERE nomenclature_version = ${number} ORDER BY hs_code LIMIT 1 BY hs_code))`;
  return { codes: column('hs_code'), texts: column('description') };
}
