/** A call's part in a charge whose work is under way. */
export interface Part {
  /** Whether this call has made the charge. */
  isOwn: boolean;
  /**
   * Ends it.
   *
   * @param isKept whether the call had of it what is paid for
   * @param takeBack takes the charge back: done where this was the last part, and none was kept
   */
  end(isKept: boolean, takeBack: () => Promise<void>): Promise<void>;
}

interface UnderWay {
  /** Whether it was made now; it stood already where not. */
  made: Promise<boolean>;
  parts: number;
  isKept: boolean;
  /** While it is taken back; who asks then pays anew. */
  takenBack?: Promise<void>;
}

/**
 * Charges that this process makes, until the work of all calls that rely on them has ended. Calls at once rely on one charge, which is made
 * once: where the call that made it fails, it stands for the others, which would else have their answers for nothing. What calls of
 * another portal rely on is not known here.
 */
export class ChargesUnderWay {
  readonly #underWay = new Map<string, UnderWay>();

  /**
   * The part of a call in a charge: of the one that is under way, or of the one that it makes.
   *
   * @param make charges, and says whether that was done now; without it, the charge is known to stand
   * @returns undefined where the charge stands and its work has ended; null where it is to be looked for again: it was taken back, or refused to
   *   another call, which may have other limits
   * @throws what `make` throws
   */
  async take(key: string, make?: () => Promise<boolean>): Promise<Part | undefined | null> {
    const other = this.#underWay.get(key);
    if (!other) return make && this.#make(key, make);
    const made = await other.made.catch(() => null);
    if (made === null) return null;
    if (!made) return undefined;
    if (this.#underWay.get(key) !== other) return null;
    if (other.takenBack === undefined) return this.#partIn(key, other, false);
    await other.takenBack.catch(() => {});
    return null;
  }

  async #make(key: string, make: () => Promise<boolean>): Promise<Part | undefined> {
    const charge: UnderWay = { made: make(), parts: 1, isKept: false };
    this.#underWay.set(key, charge);
    const isMade = await charge.made.catch((error) => {
      this.#underWay.delete(key);
      throw error;
    });
    charge.parts -= 1;
    if (isMade) return this.#partIn(key, charge, true);
    this.#underWay.delete(key);
    return undefined;
  }

  #partIn(key: string, charge: UnderWay, isOwn: boolean): Part {
    charge.parts += 1;
    return {
      isOwn,
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
