import { type DragEvent, useState } from 'react';

export type Side = 'before' | 'after';

interface Drag {
  key: string;
  /** Where it would be put. */
  target: string | null;
  side: Side;
  /** Pixels from the list's own edge to where that is. */
  at: number;
}

/**
 * Puts the items of a list into another order by dragging. The list takes `handlers`; each item is `draggable` and says who it is
 * by `data-key`. Whoever uses this offers the same by keyboard.
 */
export function useDragOrder(axis: 'x' | 'y', onPut: (key: string, target: string, side: Side) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const itemOf = (event: DragEvent) => (event.target as Element).closest<HTMLElement>('[data-key]');

  function onDragStart(event: DragEvent<HTMLElement>) {
    const key = itemOf(event)?.dataset.key;
    if (key === undefined) return;
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', key);
    setDrag({ key, target: null, side: 'before', at: 0 });
  }

  /** Where what is dragged would go, by the pointer. */
  function placeAt(event: DragEvent<HTMLElement>): Pick<Drag, 'target' | 'side' | 'at'> | null {
    const item = itemOf(event);
    const target = item?.dataset.key;
    if (!item || target === undefined) return null;
    const [list, box] = [event.currentTarget.getBoundingClientRect(), item.getBoundingClientRect()];
    const [start, size, pointer, edge] =
      axis === 'x' ? [box.left, box.width, event.clientX, list.left] : [box.top, box.height, event.clientY, list.top];
    const side = pointer < start + size / 2 ? 'before' : 'after';
    return { target, side, at: start + (side === 'after' ? size : 0) - edge };
  }

  function onDragOver(event: DragEvent<HTMLElement>) {
    const place = placeAt(event);
    if (!drag || !place) return;
    event.preventDefault();
    if (drag.target !== place.target || drag.side !== place.side) setDrag({ ...drag, ...place });
  }

  function onDrop(event: DragEvent<HTMLElement>) {
    event.preventDefault();
    // Where it is dropped: what was last drawn may be a place before.
    const { target, side } = placeAt(event) ?? { ...drag };
    if (drag && target && side) onPut(drag.key, target, side);
    setDrag(null);
  }

  return {
    handlers: { onDragStart, onDragOver, onDrop, onDragEnd: () => setDrag(null) },
    /** Where to show that the dragged item would go. */
    mark: drag?.target && drag.target !== drag.key ? drag.at : null,
  };
}
