import { type Ref, useImperativeHandle } from 'react';

/** Stands for an element that is there already, where a component wants one of its own to place itself by. */
export function ExistingElement({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element]);
  return null;
}
