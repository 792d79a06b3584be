/** Long enough to be read twice, in milliseconds. */
const SHOWN = 6000;

interface Note {
  text: string;
  /** Tells a note from the same words before it. */
  number: number;
}

let note: Note | null = null;
let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: Note | null): void {
  note = next;
  for (const listener of listeners) listener();
}

/** One line about what was just done. A newer one takes its place, and it passes by itself. */
export const passingNote = {
  current: (): Note | null => note,

  show(text: string): void {
    count += 1;
    set({ text, number: count });
    clearTimeout(timer);
    timer = setTimeout(() => set(null), SHOWN);
  },

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
