import { useEffect, useId, useState } from 'react';

/**
 * The active option of a combobox's list: the arrow keys move it while the focus stays in the field. An option that the list
 * no longer has is not active any more.
 *
 * @param options what can be chosen, from top to bottom; none while the list is closed
 * @param eager makes the first option active at once
 */
export function useActiveOption(options: readonly string[], eager = false) {
  const id = useId();
  const [moved, setMoved] = useState<string | null>(null);
  const at = moved === null ? -1 : options.indexOf(moved);
  const active = options[at] ?? (eager ? options[0] : undefined);
  const idOf = (option: string) => {
    const index = options.indexOf(option);
    return index < 0 ? undefined : `${id}-${index}`;
  };
  const activeId = active === undefined ? undefined : idOf(active);

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  return {
    listId: id,
    active,
    activeId,
    /** The id of an option's element; what cannot be chosen needs none. */
    idOf,
    /** To the next option (1) or the one before (-1), around the ends. */
    move(step: 1 | -1) {
      const from = active === undefined ? -1 : options.indexOf(active);
      const to = step === 1 ? from + 1 : (from <= 0 ? options.length : from) - 1;
      setMoved(options[to % options.length] ?? null);
    },
    clear: () => setMoved(null),
  };
}
