/** A name of a file's column as an identifier of the engine's SQL. */
export const identifier = (name: string) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
