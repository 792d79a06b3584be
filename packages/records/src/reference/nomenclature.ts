import { createHash } from 'node:crypto';
import { OperatorError } from '@tidewaiter/contract';
import { z } from 'zod';
import type { RecordEngine } from '../engine/engine.js';
import type { DataVersion, DataVersions } from '../versions/data-version.js';
import { Edition } from './edition.js';
import { SHIPPED_LABELS } from './shipped-labels.js';

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
  ) {}

  /** Puts the labels that ship where the engine finds them, once for each release. Repeatable, also by two portals at once. */
  async keepShipped(): Promise<void> {
    const parameters = { edition: SHIPPED_NUMBER };
    const shippedCount = 'SELECT count() FROM hs_texts WHERE nomenclature_version = {edition:UInt64}';
    const [row] = await this.engine.query({
      name: 'nomenclature.shipped',
      sql: shippedCount,
      parameters,
      row: z.tuple([z.coerce.number()]),
      lane: 'load',
    });
    if (row?.[0] !== 0) return;
    await this.engine.run({
      name: 'nomenclature.ship',
      sql: `INSERT INTO hs_texts SELECT {edition:UInt64}, label.1, label.2
        FROM (SELECT arrayJoin(arrayZip({codes:Array(String)}, {texts:Array(String)})) AS label) WHERE (${shippedCount}) = 0`,
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
    const children = [...texts].filter(([other]) => other.length === code.length + 2 && other.startsWith(code));
    return children.map(([other, text]) => ({ code: other, text })).sort((a, b) => (a.code < b.code ? -1 : 1));
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
   * Puts an official edition in the place of what is in force. A code that it lacks keeps the label that ships. Only inside a change.
   *
   * @param rows a statement that answers with its codes and texts, as `code` and `text`
   * @param codes its codes, for the report
   */
  async publish(rows: string, codes: readonly string[]): Promise<NomenclatureReport> {
    const nomenclatureVersion = await this.#nextVersion();
    await this.engine.run({
      name: 'nomenclature.insert',
      sql: `INSERT INTO hs_texts
        SELECT ${nomenclatureVersion}, code, text FROM (${rows})
        UNION ALL
        SELECT ${nomenclatureVersion}, hs_code, description FROM hs_texts
        WHERE nomenclature_version = ${SHIPPED_NUMBER} AND hs_code NOT IN (SELECT code FROM (${rows}))`,
    });
    await this.versions.publish({ nomenclatureVersion }, `HS nomenclature ${nomenclatureVersion}`);
    return reportOf(nomenclatureVersion, codes);
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
