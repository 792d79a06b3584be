import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * The demo's sign-in, kept beside the demo records so that every start can print it. It opens an account that sees
 * generated records, is readable by the folder's owner only, and goes with the demo.
 */
const demoSignIn = z.object({ email: z.string(), password: z.string() });
export type DemoSignIn = z.output<typeof demoSignIn>;

const path = (dataFolder: string) => join(dataFolder, 'demo-sign-in.json');

export function readDemoSignIn(dataFolder: string): DemoSignIn | undefined {
  try {
    return demoSignIn.parse(JSON.parse(readFileSync(path(dataFolder), 'utf8')));
  } catch {
    return undefined;
  }
}

export function writeDemoSignIn(dataFolder: string, signIn: DemoSignIn): void {
  writeFileSync(path(dataFolder), `${JSON.stringify(signIn)}\n`, { mode: 0o600 });
}

export function removeDemoSignIn(dataFolder: string): void {
  rmSync(path(dataFolder), { force: true });
}
