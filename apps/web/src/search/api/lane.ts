/**
 * Lets so many calls run at once; the others wait in line, and leave it when they are abandoned.
 *
 * @throws the signal's reason, for a call that was abandoned while it waited
 */
export function createLane(width: number) {
  let free = width;
  const line = new Set<() => void>();

  function enter(signal: AbortSignal): Promise<void> {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      line.add(resolve);
      const giveUp = () => line.delete(resolve) && reject(signal.reason);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** Whoever is next takes the place over. */
  function leave(): void {
    const [next] = line;
    if (!next) {
      free += 1;
      return;
    }
    line.delete(next);
    next();
  }

  return async function inLane<Answer>(signal: AbortSignal, call: () => Promise<Answer>): Promise<Answer> {
    await enter(signal);
    try {
      return await call();
    } finally {
      leave();
    }
  };
}
