/**
 * Statements of the embedded engine, each parsed and described once: the library's own `query` does both anew every time, in five rounds with
 * the engine, which takes longer than nearly every statement itself. Decision 0099.
 */
import { type messages, type PGlite, protocol, types } from '@electric-sql/pglite';
import type { EngineRows } from './embedded-worker.js';

/** Those that are repeated, and that nothing but a change of tables makes another. The rest goes the library's way. */
const REPEATED = /^\s*(select|insert|update|delete|with)\b/i;

/** Most statements that the engine keeps; each takes it some tens of kB. */
const MOST = 300;

/** As PostgreSQL tells that a statement's tables have changed, or that it does not know it. */
const OUTDATED = new Set(['0A000', '26000']);

/** A statement that the engine keeps. */
interface Prepared {
  name: string;
  /** The types of what it binds, by their numbers. */
  parameters: readonly number[];
  columns: readonly messages.Field[];
}

type Parsers = Readonly<Record<number, (text: string) => unknown>>;

const { serialize } = protocol;

export class PreparedStatements {
  /** By their texts, the one that was asked last behind. */
  readonly #prepared = new Map<string, Prepared>();
  #names = 0;

  /** @param parsers what is made of the text of some types, in place of the library's own */
  constructor(
    private readonly engine: PGlite,
    private readonly parsers: Parsers,
  ) {}

  async query(sql: string, given: readonly unknown[], rowMode: 'array' | 'object'): Promise<EngineRows> {
    if (!REPEATED.test(sql)) {
      const asked = await this.engine.query(sql, [...given], { rowMode, parsers: this.parsers });
      return { rows: asked.rows, command: asked.command, affectedRows: asked.affectedRows };
    }
    const statement = await this.#statement(sql);
    try {
      return await this.#ask(statement, given, rowMode);
    } catch (error) {
      const isOutdated = error instanceof Error && 'code' in error && OUTDATED.has(String(error.code));
      if (!isOutdated) throw error;
      await this.#giveUp(sql, statement);
      // What has failed within a transaction has ended it.
      if (this.engine.isInTransaction()) throw error;
      return this.#ask(await this.#statement(sql), given, rowMode);
    }
  }

  async #statement(sql: string): Promise<Prepared> {
    const known = this.#prepared.get(sql);
    this.#prepared.delete(sql);
    const statement = known ?? (await this.#prepare(sql));
    this.#prepared.set(sql, statement);
    const [oldest] = this.#prepared;
    if (this.#prepared.size > MOST && oldest) await this.#giveUp(...oldest);
    return statement;
  }

  async #giveUp(sql: string, { name }: Prepared): Promise<void> {
    this.#prepared.delete(sql);
    await this.#send(serialize.close({ type: 'S', name }));
  }

  async #prepare(text: string): Promise<Prepared> {
    this.#names += 1;
    const name = `statement_${this.#names}`;
    const said = await this.#send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }));
    return {
      name,
      parameters: said.flatMap((message) =>
        isOf<messages.ParameterDescriptionMessage>(message, 'parameterDescription') ? message.dataTypeIDs : [],
      ),
      columns: said.flatMap((message) =>
        isOf<messages.RowDescriptionMessage>(message, 'rowDescription') ? message.fields : [],
      ),
    };
  }

  async #ask(
    { name, parameters, columns }: Prepared,
    given: readonly unknown[],
    rowMode: 'array' | 'object',
  ): Promise<EngineRows> {
    const { serializers, parsers } = this.engine;
    const values = given.map((value, at) => {
      if (value === null || value === undefined) return null;
      return serializers[parameters[at] ?? 0]?.(value) ?? String(value);
    });
    const said = await this.#send(serialize.bind({ statement: name, values }), serialize.execute({}));
    const cells = ({ fields }: messages.DataRowMessage) =>
      columns.map(({ dataTypeID }, at) =>
        types.parseType(fields[at] ?? null, dataTypeID, this.parsers[dataTypeID] ? this.parsers : parsers),
      );
    const named = (row: readonly unknown[]) => Object.fromEntries(columns.map((column, at) => [column.name, row[at]]));
    const rows: unknown[] = [];
    let done = '';
    for (const message of said) {
      if (isOf<messages.DataRowMessage>(message, 'dataRow'))
        rows.push(rowMode === 'array' ? cells(message) : named(cells(message)));
      else if (isOf<messages.CommandCompleteMessage>(message, 'commandComplete')) done = message.text;
    }
    // `INSERT 0 3`, `UPDATE 3`: what is read affects nothing.
    const [command = '', ...numbers] = done.split(' ');
    return { rows, command, affectedRows: command === 'SELECT' ? 0 : Number(numbers.at(-1) ?? 0) };
  }

  /** Messages in one round. Behind an error the engine skips the rest up to the end of the round. */
  #send(...round: readonly Uint8Array[]): Promise<messages.BackendMessage[]> {
    return this.engine.execProtocolStream(Buffer.concat([...round, serialize.sync()]), { syncToFs: false });
  }
}

const isOf = <Message extends messages.BackendMessage>(
  message: messages.BackendMessage,
  name: Message['name'],
): message is Message => message.name === name;
