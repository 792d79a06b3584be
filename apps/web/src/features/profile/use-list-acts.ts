import { useRef, useState } from 'react';

/** What somebody does with the things of a list just now, and the outcome of the last change. */
export function useListActs<Act>() {
  const [doing, setDoing] = useState<Act | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const create = useRef<HTMLButtonElement>(null);
  return {
    doing,
    done,
    setDone,
    /** The button that makes another thing. */
    create,
    begin(act: Act) {
      setDone(null);
      setDoing(act);
    },
    close: () => setDoing(null),
    /** What was done took its button away, with its row or another one in its place. */
    changedRow(message: string) {
      setDone(message);
      requestAnimationFrame(() => create.current?.focus());
    },
  };
}
