/**
 * Work that brings about the same whoever does it, by its name: who asks for it while it is under way waits for it, instead of doing it
 * once more. The calls of one screen come at once, and each finds what is still to be done.
 */
export class JointWork {
  readonly #underWay = new Map<string, Promise<void>>();

  /** @throws what the work that was waited for has thrown */
  join(name: string, work: () => Promise<void>): Promise<void> {
    const other = this.#underWay.get(name);
    if (other) return other;
    const own = work().finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, own);
    return own;
  }
}
