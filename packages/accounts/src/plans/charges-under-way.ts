/** A call's part in a charge whose work is under way. */
export interface Part {
  /**
   * Ends it.
   *
   * @param isKept whether the call had of it what is paid for
   * @param takeBack takes the charge back: done where this was the last part, and none was kept
   */
  end(isKept: boolean, takeBack: () => Promise<void>): Promise<void>;
}

interface UnderWay {
  parts: number;
  isKept: boolean;
  /** While it is taken back; who asks then pays anew. */
  takenBack?: Promise<void>;
}

/**
 * Charges that this process has made and whose work has not ended. Calls at once rely on one charge: where the one that made it fails, it stands
 * for the others, which would else have their answers for nothing. What calls of another portal rely on is not known here.
 */
export class ChargesUnderWay {
  readonly #underWay = new Map<string, UnderWay>();

  /** The part of the call that has made a charge. */
  begin(key: string): Part {
    const charge: UnderWay = { parts: 0, isKept: false };
    this.#underWay.set(key, charge);
    return this.#partIn(key, charge);
  }

  /** The part of a call that found a charge: undefined where its work has ended, and it stands. It waits for one that is being taken back. */
  async join(key: string): Promise<Part | 'taken back' | undefined> {
    const charge = this.#underWay.get(key);
    if (charge?.takenBack === undefined) return charge && this.#partIn(key, charge);
    await charge.takenBack.catch(() => {});
    return 'taken back';
  }

  #partIn(key: string, charge: UnderWay): Part {
    charge.parts += 1;
    return {
      end: async (isKept, takeBack) => {
        charge.parts -= 1;
        charge.isKept ||= isKept;
        if (charge.parts > 0) return;
        if (!charge.isKept) charge.takenBack = takeBack();
        await charge.takenBack?.catch(() => {});
        if (this.#underWay.get(key) === charge) this.#underWay.delete(key);
        await charge.takenBack;
      },
    };
  }
}
