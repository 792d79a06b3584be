/** The command line of a tool: names out of a list, and numbers by option; `--help` says them all. */
import { parseArgs } from 'node:util';

interface Command<Numbers extends Record<string, number>> {
  usage: string;
  about: string;
  /** What may be named, all of it where nothing is. */
  choices: readonly { name: string; about: string }[];
  /** Options that take a whole number, with what stands for those that are left out. */
  options: Numbers;
  examples: readonly string[];
}

/** Reads what was said. It ends the process after `--help`, and with status 2 where something is not understood. */
export function readCommand<Numbers extends Record<string, number>>(
  { usage, about, choices, options, examples }: Command<Numbers>,
  said: string[] = process.argv.slice(2),
): { names: string[]; values: Numbers & { json: boolean } } {
  const list = choices.map(({ name, about }) => `  ${name.padEnd(15)} ${about}`);
  const statuses = 'Status 0 where all is well, 1 where something is not, 2 where an option is not understood.';
  const help = [usage, '', about, '', ...list, '', ...examples.map((line) => `  ${line}`), '', statuses].join('\n');
  try {
    const flag = { type: 'boolean', default: false } as const;
    const numbers = Object.keys(options).map((name) => [name, { type: 'string' }] as const);
    const { values, positionals } = parseArgs({
      ...{ args: said, allowPositionals: true },
      options: { ...Object.fromEntries(numbers), help: flag, json: flag },
    });
    if (values.help) {
      console.log(help);
      process.exit(0);
    }
    const unknown = positionals.filter((name) => !choices.some((choice) => choice.name === name));
    if (unknown.length > 0) throw new Error(`There is no ${unknown.join(', ')}.`);
    const read = Object.entries(options).map(([name, fallback]) => {
      const text = (values as Record<string, unknown>)[name];
      if (text === undefined) return [name, fallback];
      if (!/^\d{1,10}$/.test(String(text))) throw new Error(`--${name} takes a whole number, not ${text}.`);
      return [name, Number(text)];
    });
    const names = positionals.length > 0 ? positionals : choices.map(({ name }) => name);
    return { names, values: { ...Object.fromEntries(read), json: values.json === true } };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${help}`);
    return process.exit(2);
  }
}
