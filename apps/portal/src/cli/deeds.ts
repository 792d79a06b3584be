/** What a command that runs in another process asks of its caller: to read and write the files that the command line names. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { basename, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { OperatorError, optionOf } from '@tidewaiter/contract';
import { codeFilesOf } from '@tidewaiter/loader';
import { z } from 'zod';
import { fileRefusal } from '../app/file-refusals.js';
import { BACKUPS, OBJECTS } from '../backup/manifest.js';
import type { Repository } from '../backup/repository.js';
import { joinedBy, type NamedFiles } from './named-files.js';
import {
  besideOf,
  type CallerFiles,
  type Content,
  FILE_DEEDS,
  type FileDeed,
  type OwnFiles,
  STANDARD_INPUT,
} from './shell/caller-files.js';
import { NoAnswer } from './shell/context.js';

export const askedDeed = z.object({
  id: z.uuid(),
  act: z.enum(FILE_DEEDS),
  /** As the command line has it. */
  path: z.string(),
  /** Of what lies in a folder of backups. */
  name: z.string().default(''),
});
type Deed = z.output<typeof askedDeed>;

/** What a deed came to; bytes have gone by a call of their own before. */
const outcome = z.union([
  z.object({ value: z.unknown() }),
  z.object({ failed: z.string(), details: z.array(z.string()) }),
]);

/** Where the bytes of a deed go, or come from. */
interface Bytes {
  take?: (content: Readable) => Promise<void>;
  give?: () => Content;
}

type Ask = (deed: Omit<z.input<typeof askedDeed>, 'id'>, bytes?: Bytes) => Promise<unknown>;

interface OpenDeed extends Bytes {
  done(value: unknown): void;
  failed(error: unknown): void;
}

/** How a stream ends that the caller has ended: it says why. */
const ENDED_BY_CALLER = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'];

/** The deeds that are asked of callers, by the calls that they answer with: PUT brings bytes, GET fetches some, POST says what it came to. */
export class OpenDeeds {
  readonly #open = new Map<string, OpenDeed>();

  /** @returns asks one caller, until that is gone */
  askerFor(send: (event: { deed: z.input<typeof askedDeed> }) => void, gone: AbortSignal): Ask {
    return async (asked, bytes = {}) => {
      const id = randomUUID();
      let leave = () => {};
      try {
        return await new Promise((done, failed) => {
          leave = () => failed(new NoAnswer());
          gone.addEventListener('abort', leave, { once: true });
          if (gone.aborted) leave();
          this.#open.set(id, { ...bytes, done, failed });
          send({ deed: { id, ...asked } });
        });
      } finally {
        this.#open.delete(id);
        gone.removeEventListener('abort', leave);
      }
    };
  }

  async answer(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const open = this.#open.get(incoming.url?.slice(1) ?? '');
    if (!open) return void answer.writeHead(404).end();
    try {
      if (incoming.method === 'GET' && open.give) return await pipeline(open.give(), answer);
      if (incoming.method === 'PUT' && open.take) await open.take(incoming);
      else {
        const came = outcome.parse(JSON.parse(await text(incoming)));
        if ('failed' in came) open.failed(new OperatorError(came.failed, came.details));
        else open.done(came.value);
      }
      answer.writeHead(204).end();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!ENDED_BY_CALLER.includes(code)) open.failed(error);
      answer.destroy();
    }
  }
}

/** The files of a caller in another process. What is to be read here is copied, until the command ends. */
export class RemoteFiles implements CallerFiles {
  /** Copies by their paths, and what they are copies of, as the command line has it. */
  readonly #copies = new Map<string, string>();
  readonly #folders: string[] = [];

  /** @param scratch where copies lie */
  constructor(
    private readonly ask: Ask,
    private readonly cwd: string,
    private readonly scratch: string,
  ) {}

  async #newFolder(): Promise<string> {
    await mkdir(this.scratch, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(this.scratch, 'given-'));
    this.#folders.push(folder);
    return folder;
  }

  /** @param copy where it is to lie */
  async #copied(asked: Parameters<Ask>[0], copy: string): Promise<string> {
    const take = (content: Readable) => pipeline(content, createWriteStream(copy, { mode: 0o600 }));
    await this.ask(asked, { take });
    return copy;
  }

  async toRead(path: string): Promise<string> {
    const name = path === STANDARD_INPUT ? 'standard-input' : basename(path);
    return this.#copyToRead(path, join(await this.#newFolder(), name));
  }

  #copyToRead(path: string, copy: string): Promise<string> {
    this.#copies.set(copy, path);
    return this.#copied({ act: 'read', path }, copy);
  }

  async toReadBeside(path: string, name: string): Promise<void> {
    const [given, copy] = [this.#copies.get(path), besideOf(path, name)];
    if (given !== undefined && !this.#copies.has(copy)) await this.#copyToRead(besideOf(given, name), copy);
  }

  async namesIn(path: string): Promise<string[]> {
    return z.array(z.string()).parse(await this.ask({ act: 'folder', path }));
  }

  async textOf(path: string): Promise<string | undefined> {
    return (
      z
        .string()
        .nullable()
        .parse(await this.ask({ act: 'text', path })) ?? undefined
    );
  }

  async write(path: string, content: Content, { overwrite = false } = {}): Promise<void> {
    await this.ask({ act: overwrite ? 'overwrite' : 'write', path }, { give: () => content });
  }

  backups(path: string): Repository {
    return {
      where: resolve(this.cwd, path),
      put: async (name, from) =>
        void (await this.ask({ act: 'put', path, name }, { give: () => createReadStream(from) })),
      fetch: async (name) => {
        const copy = await this.#copied({ act: 'fetch', path, name }, join(await this.#newFolder(), basename(name)));
        return { path: copy, done: () => rm(dirname(copy), { recursive: true, force: true }) };
      },
      list: async (name) =>
        new Map(z.array(z.tuple([z.string(), z.number()])).parse(await this.ask({ act: 'list', path, name }))),
      remove: async (name) => void (await this.ask({ act: 'remove', path, name })),
    };
  }

  /** What is said of a copy is said of the caller's file. */
  inCallersWords(said: string): string {
    return [...this.#copies].reduce((words, [copy, path]) => words.replaceAll(copy, resolve(this.cwd, path)), said);
  }

  async close(): Promise<void> {
    for (const folder of this.#folders) await rm(folder, { recursive: true, force: true });
  }
}

/** Names in a folder of backups: the two folders in it, and what lies in these. */
const NAME_OF_BACKUPS = new RegExp(`^(${OBJECTS}|${BACKUPS})(/\\w[\\w.:-]*)?$`);
const OF_BACKUPS: readonly FileDeed[] = ['put', 'fetch', 'list', 'remove'];

/**
 * Does what a command asks of its caller, and no more than the command line says that it does with each file: the process that asks may
 * have fewer rights.
 */
export class Caller {
  readonly #rights: Map<string, readonly FileDeed[]>;

  constructor(
    private readonly socketPath: string,
    private readonly named: NamedFiles,
    private readonly files: OwnFiles,
  ) {
    this.#rights = new Map(named.paths);
  }

  /** What was typed as an answer may name a mapping or a layout, where the command asks for one. */
  hasSaid(line: string): void {
    this.#let(optionOf(line.trim()).text, this.named.typed);
  }

  #let(path: string, rights: readonly FileDeed[]): void {
    this.#rights.set(path, [...(this.#rights.get(path) ?? []), ...rights]);
  }

  #call(method: string, id: string, body: Readable | [string] | [] = []): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const call = request({ socketPath: this.socketPath, method, path: `/${id}`, agent: false }, resolve);
      call.on('error', reject);
      pipeline(body, call).catch(reject);
    });
  }

  async #sendFile(id: string, path: string): Promise<void> {
    const content = createReadStream(path, { highWaterMark: 1 << 20 });
    const answer = await this.#call('PUT', id, content).catch((error: unknown) => {
      throw fileRefusal(content.errored ?? error, 'read', path);
    });
    answer.resume();
  }

  /** Of a mapping that is handed over, what it names may be asked for next. */
  async #text(path: string, rights: readonly FileDeed[]): Promise<string | undefined> {
    const text = await this.files.textOf(path);
    if (rights.includes('named')) {
      for (const name of codeFilesOf(text ?? '')) this.#let(besideOf(path, name), ['text']);
      for (const beside of joinedBy(text ?? '', this.named.paths)) this.#let(beside, ['read']);
    }
    return text;
  }

  async #done({ id, act, path, name }: Deed): Promise<unknown> {
    const rights = this.#rights.get(path);
    if (!rights) throw new OperatorError(`${path} is no file that the command line names.`);
    if (!rights.includes(act)) throw new OperatorError(`${path} is not named for that by the command line.`);
    if (OF_BACKUPS.includes(act) && !NAME_OF_BACKUPS.test(name))
      throw new OperatorError(`${name} is no part of backups.`);
    switch (act) {
      case 'text':
        return this.#text(path, rights);
      case 'read':
        return this.#sendFile(id, await this.files.toRead(path));
      case 'folder': {
        const names = await this.files.namesIn(path);
        for (const name of names) this.#let(join(path, name), ['read']);
        return names;
      }
      case 'write':
      case 'overwrite':
        return this.files.write(path, await this.#call('GET', id), { overwrite: act === 'overwrite' });
      case 'put':
        return this.files.backups(path).take(name, await this.#call('GET', id));
      case 'fetch':
        return this.#sendFile(id, (await this.files.backups(path).fetch(name)).path);
      case 'list':
        return [...(await this.files.backups(path).list(name))];
      case 'remove':
        return this.files.backups(path).remove(name);
    }
  }

  /** Does it, and says what it came to. Where the other process is gone, whoever waits for the command learns it. */
  async perform(asked: Deed): Promise<void> {
    const came = await this.#done(asked).then(
      (value) => ({ value: value ?? null }),
      (error: unknown) => ({
        failed: error instanceof Error ? error.message : String(error),
        details: error instanceof OperatorError ? error.details : [],
      }),
    );
    await this.#call('POST', asked.id, [JSON.stringify(came)]).then(
      (answer) => answer.resume(),
      () => {},
    );
  }
}
