/**
 * Answers that several callers ask for at once or again: the first asks, the others wait for it; the most recently used
 * are kept. A failure is not kept.
 */
export class SharedAnswers<Answer> {
  readonly #answers = new Map<string, Promise<Answer>>();

  constructor(private readonly most: number) {}

  get(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#answers.get(key);
    this.#answers.delete(key);
    const answer = known ?? ask();
    this.#answers.set(key, answer);
    if (!known) answer.catch(() => this.#answers.delete(key));
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= this.most) break;
      this.#answers.delete(oldest);
    }
    return answer;
  }
}
