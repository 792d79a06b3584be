import {
  countryByCode,
  LIMITS,
  OperatorError,
  SOURCE_COUNTRIES,
  type SourceCountry,
  sourceCountriesWith,
} from '@tidewaiter/contract';
import { z } from 'zod';
import type { RecordEngine } from '../engine/engine.js';
import { type DataVersion, type DataVersions, visibleLoads } from './data-version.js';
import type { LoadRegister } from './load-register.js';

/** @throws OperatorError when a code is of none of the source countries */
export function mustBeSourceCountry(code: string, sources: readonly SourceCountry[]): void {
  if (sources.some(({ shortcode }) => shortcode === code)) return;
  const country = countryByCode(code);
  if (!country) {
    throw new OperatorError(`There is no source country "${code}". Countries go by their code, for instance KOR.`);
  }
  throw new OperatorError(`There is no source country "${code}". ${country.name} can be made one:`, [
    `npx tidewaiter country add ${code}`,
  ]);
}

/** The countries whose records a portal takes: the catalogue's, and those that its operator has added. A data version names them. */
export class SourceCountries {
  constructor(
    private readonly engine: RecordEngine,
    private readonly versions: DataVersions,
    private readonly register: LoadRegister,
  ) {}

  /** All of them, by name. */
  async list(): Promise<readonly SourceCountry[]> {
    return sourceCountriesWith((await this.versions.current()).addedCountries);
  }

  /** The added ones, by name. */
  async added(): Promise<readonly SourceCountry[]> {
    const { addedCountries } = await this.versions.current();
    return (await this.list()).filter(({ shortcode }) => addedCountries.includes(shortcode));
  }

  /** @throws OperatorError when one of some codes is of none of them */
  async mustInclude(codes: readonly string[]): Promise<void> {
    const sources = await this.list();
    for (const code of codes) mustBeSourceCountry(code, sources);
  }

  /** @throws OperatorError when there is no such country, or it is a source already */
  async add(code: string): Promise<SourceCountry> {
    return this.versions.change('A new source country', async () => {
      const country = countryByCode(code);
      if (!country) throw new OperatorError(`There is no country "${code}". Countries go by three letters, as FRA.`);
      const before = await this.list();
      if (before.includes(country)) throw new OperatorError(`${country.name} is a source country already.`);
      if (before.length >= LIMITS.countryCodes) {
        throw new OperatorError(`There can be ${LIMITS.countryCodes} source countries: a search asks for no more.`);
      }
      const { addedCountries } = await this.versions.current();
      await this.versions.publish({ addedCountries: [...addedCountries, code] }, `country add ${code}`);
      return country;
    });
  }

  /** @throws OperatorError when it was not added, or records of it are loaded */
  async remove(code: string): Promise<SourceCountry> {
    return this.versions.change('The removal of a source country', async () => {
      const version = await this.versions.current();
      const country = countryByCode(code);
      if (!country || !version.addedCountries.includes(code)) {
        const belongs = SOURCE_COUNTRIES.some(({ shortcode }) => shortcode === code);
        throw new OperatorError(
          belongs ? `${country?.name} belongs to the catalogue, which stays.` : `"${code}" was not added.`,
        );
      }
      const loads = await this.#loadsOf(code, version);
      if (loads.length > 0) {
        throw new OperatorError(
          `Records of ${country.name} are loaded. Take them out first.`,
          loads.map((load) => `npx tidewaiter unload ${load}`),
        );
      }
      const addedCountries = version.addedCountries.filter((added) => added !== code);
      await this.versions.publish({ addedCountries }, `country remove ${code}`);
      return country;
    });
  }

  /** The loads that hold records of a country, also where all of these are suppressed. */
  async #loadsOf(country: string, version: DataVersion): Promise<number[]> {
    const visible = visibleLoads(version);
    const rows = await this.engine.query({
      name: 'countries.loads',
      sql: `SELECT DISTINCT load_id FROM coverage WHERE ${visible.sql} AND country = {country:String} ORDER BY load_id`,
      parameters: { ...visible.parameters, country },
      row: z.tuple([z.coerce.number()]),
      lane: 'load',
    });
    const holding = new Set(rows.flat());
    return (await this.register.list()).flatMap(({ loadId }) => (holding.has(loadId) ? [loadId] : []));
  }
}
