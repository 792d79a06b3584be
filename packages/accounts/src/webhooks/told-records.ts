import type { Database, Transaction } from '../database/database.js';
import { toldRecords } from '../database/schema.js';

/** A state of the records, and the highest load that can be seen in it. */
export interface RecordState {
  dataVersion: number;
  highestLoad: number;
}

/** Up to which state of the records people have been told what is new: one row, which only moves on. */
export class ToldRecords {
  constructor(private readonly database: Database) {}

  /**
   * Moves on to a state, unless another portal has told of it, or of a later one. The first state that is ever seen is told to nobody.
   *
   * @param tell is given the state before; what it does is done together with the move
   */
  async moveTo(
    state: RecordState,
    tell: (before: RecordState, transaction: Transaction) => Promise<void>,
  ): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const [first] = await transaction.insert(toldRecords).values(state).onConflictDoNothing().returning();
      if (first) return;
      const [before] = await transaction.select().from(toldRecords).for('update');
      if (!before || before.dataVersion >= state.dataVersion) return;
      await transaction.update(toldRecords).set(state);
      await tell(before, transaction);
    });
  }
}
