/** A column of the file that a statement reads `FROM … AS file`: so named it is never taken for one that the statement makes. */
export const columnOfFile = (name: string) => `file.${identifier(name)}`;

/** A name of a file's column as an identifier of the engine's SQL. */
export const identifier = (name: string) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
