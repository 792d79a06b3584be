import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * The demo's sign-in, kept beside the demo records so that every start can tell it. It opens an account that sees
 * generated records, is readable by the folder's owner only, and goes with the demo.
 */
const demoSignIn = z.object({ email: z.string(), password: z.string() });
export type DemoSignIn = z.output<typeof demoSignIn>;

/** Where it is kept. */
export const demoSignInFile = (dataFolder: string) => join(dataFolder, 'demo-sign-in.json');

export function readDemoSignIn(dataFolder: string): DemoSignIn | undefined {
  try {
    return demoSignIn.parse(JSON.parse(readFileSync(demoSignInFile(dataFolder), 'utf8')));
  } catch {
    return undefined;
  }
}

/**
 * The sign-in as it is told: the password to a person at a terminal only. Elsewhere what is said lands in a log, which others read;
 * that names the file.
 */
export function demoSignInLine({ email, password }: DemoSignIn, dataFolder: string, isTerminal: boolean): string {
  return `Demo sign-in: ${email}  password: ${isTerminal ? password : `in ${demoSignInFile(dataFolder)}`}`;
}

export function writeDemoSignIn(dataFolder: string, signIn: DemoSignIn): void {
  writeFileSync(demoSignInFile(dataFolder), `${JSON.stringify(signIn)}\n`, { mode: 0o600 });
}

export function removeDemoSignIn(dataFolder: string): void {
  rmSync(demoSignInFile(dataFolder), { force: true });
}
