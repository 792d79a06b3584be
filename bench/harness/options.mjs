/** The command line of a bench, read by what it may say. */
import { basename } from 'node:path';
import { parseArgs } from 'node:util';

const written = (name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** What stands for an option's value: by that of its default. */
function standInOf(fallback) {
  if (typeof fallback === 'boolean') return '';
  if (Array.isArray(fallback)) return ' A,B';
  return typeof fallback === 'number' ? ' N' : ' TEXT';
}

/**
 * What was said, each under its name.
 *
 * @param words names of what is said without an option, in order, with what stands for what is left out
 * @param options names of options, with their defaults: numbers are whole, lists are divided by commas
 */
export function readOptions(words, options = {}) {
  const usage = () => {
    const program = basename(process.argv[1], '.mjs');
    const said = [
      ...Object.entries(words).map(([name, fallback]) => `[${name.toUpperCase()}${fallback && ` = ${fallback}`}]`),
      ...Object.entries(options).map(([name, fallback]) => `[${written(name)}${standInOf(fallback)}]`),
    ];
    return `npm run bench -- ${program} ${said.join(' ')}\n\nStatus 0 where it was measured, 1 where answers differ or fail, 2 where an option is not understood. bench/README.md has examples.`;
  };
  const refuse = (problem) => {
    console.error(`${problem}\n\n${usage()}`);
    process.exit(2);
  };
  if (process.argv.includes('--help')) {
    console.log(usage());
    process.exit();
  }
  const read = (name, fallback, text) => {
    if (text === undefined || typeof fallback === 'boolean') return text ?? fallback;
    if (Array.isArray(fallback)) return text.split(',').map((word) => word.trim());
    if (typeof fallback !== 'number') return text;
    const number = Number(text);
    return Number.isSafeInteger(number) && number > 0 ? number : refuse(`${name} is not a whole number: ${text}`);
  };
  const kinds = Object.entries(options).map(([name, fallback]) => [
    written(name).slice(2),
    { type: typeof fallback === 'boolean' ? 'boolean' : 'string' },
  ]);
  let given;
  try {
    given = parseArgs({ allowPositionals: true, options: Object.fromEntries(kinds) });
  } catch (error) {
    refuse(error.message);
  }
  const names = Object.keys(words);
  if (given.positionals.length > names.length) refuse(`too much was said: ${given.positionals.join(' ')}`);
  return Object.fromEntries([
    ...names.map((name, at) => [name, read(name.toUpperCase(), words[name], given.positionals[at])]),
    ...Object.entries(options).map(([name, fallback]) => [
      name,
      read(written(name), fallback, given.values[written(name).slice(2)]),
    ]),
  ]);
}
