import type { ColumnDefinition } from '@tidewaiter/contract';
import { countrySql } from './countries.js';
import { currencySql } from './currencies.js';
import { incotermSql } from './incoterms.js';
import { modeSql } from './modes.js';
import { isNoImporter } from './parties.js';
import { portSql } from './ports.js';
import { unitSpellingSql } from './units.js';

/** SQL of a cleaned text. */
type Cleaner = (text: string) => string;

/** What a record column's text is cleaned by, unless the mapping keeps it as written. */
const CLEANERS: Readonly<Record<string, Cleaner>> = {
  origin_country: countrySql,
  destination_country: countrySql,
  origin_port: portSql,
  destination_port: portSql,
  std_unit: unitSpellingSql,
  gross_weight_unit: unitSpellingSql,
  net_weight_unit: unitSpellingSql,
  mode_of_transport: modeSql,
  incoterm: incotermSql,
  currency: currencySql,
  assessed_value_currency: currencySql,
  cif_currency: currencySql,
  fob_value_currency: currencySql,
  // Nobody is promoted to importer: the notify party stays where it is.
  importer_name: (text) => `if(${isNoImporter(text)}, '', ${text})`,
};

/** What cleans a column, or undefined where its text stays as it is. */
export function cleanerOf({ name }: Pick<ColumnDefinition, 'name'>): Cleaner | undefined {
  return Object.hasOwn(CLEANERS, name) ? CLEANERS[name] : undefined;
}
