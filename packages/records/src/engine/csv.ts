import { type CsvFile, quote, type Settings } from './engine.js';

/** The columns of a CSV file's table, as the string literal that table functions take. */
export function csvStructure(columns: number): string {
  return quote(Array.from({ length: columns }, (_, index) => `c${index + 1} Nullable(String)`).join(', '));
}

/** The settings without which the engine reads a CSV file wrongly. */
export function csvSettings({ delimiter }: Pick<CsvFile, 'delimiter'>): Settings {
  return {
    format_csv_delimiter: delimiter,
    // A short row leaves its last cells NULL, a long one fills the spare columns: both are then rejected by name.
    input_format_csv_allow_variable_number_of_columns: 1,
    input_format_csv_detect_header: 0,
    input_format_csv_empty_as_default: 0,
    input_format_csv_trim_whitespaces: 0,
    // Nothing a customs file says may turn into NULL on its own.
    format_csv_null_representation: '\u0001\u0002',
  };
}

/** One reading thread and one writing: rows are numbered in the order in which they stand in the file. */
export const IN_FILE_ORDER: Settings = { max_threads: 1, max_insert_threads: 1 };
