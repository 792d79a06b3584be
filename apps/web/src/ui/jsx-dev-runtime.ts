/** The same as `jsx-runtime.ts` for React's development build, which is told where in the source an element stands. */
import type { ElementType, Key } from 'react';
import { jsxDEV as element, type JSXSource } from 'react/jsx-dev-runtime';
import { type Props, textsApart } from './jsx-runtime.js';

export { Fragment, type JSX } from './jsx-runtime.js';

export function jsxDEV(
  type: ElementType,
  given: Props,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
) {
  const props = textsApart(type, given, isStatic);
  return element(type, props, key, Array.isArray(props.children), source, self);
}
