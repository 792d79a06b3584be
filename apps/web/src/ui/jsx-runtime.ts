/**
 * What JSX is made into (`jsxImportSource` in tsconfig.json): React's elements, in which no text stands bare beside other nodes. A browser that
 * translates a page takes each text out of its place; where React then removes that text, puts something before it or writes another, it throws
 * the screen away, or changes what nobody sees. The text that is all of an element is its content, which is safe from that: so texts
 * that follow each other are one, and a text that has others beside it has an element of its own. Decision 0102.
 */
import type { ElementType, Key, ReactNode } from 'react';
import { jsx as element, jsxs as elements, Fragment } from 'react/jsx-runtime';

export type { JSX } from 'react';
export { Fragment };

export interface Props {
  children?: ReactNode;
}

const isText = (node: ReactNode) => typeof node === 'string' || typeof node === 'number';

/** Blanks are left alone: there is nothing to translate. */
const wrapped = (text: string, key?: Key): ReactNode =>
  text.trim() === '' ? text : element('span', { children: text }, key);

const wrappedIn = (list: readonly ReactNode[]): ReactNode =>
  list.some(isText) ? list.map((item, at) => (isText(item) ? wrapped(`${item}`, `text ${at}`) : item)) : list;

/** Each child in its place, where its state is: a text that went into the one before it leaves its own empty. */
function apart(children: readonly ReactNode[], mayBeText: boolean): ReactNode {
  const joined: ReactNode[] = children.map(() => null);
  let text = -1;
  for (const [at, child] of children.entries()) {
    if (isText(child)) {
      if (text < 0) text = at;
      joined[text] = `${joined[text] ?? ''}${child}`;
    } else if (child !== null && child !== undefined && typeof child !== 'boolean') {
      text = -1;
      joined[at] = Array.isArray(child) ? wrappedIn(child) : child;
    }
  }
  const [first, ...others] = joined.filter((child) => child !== null);
  if (mayBeText && others.length === 0 && typeof first === 'string') return first;
  return joined.map((child) => (typeof child === 'string' ? wrapped(child) : child));
}

/** What stands in a fragment stands beside what the fragment has beside it. */
export function textsApart<Given extends Props>(type: ElementType, props: Given, isStatic: boolean): Given {
  const { children } = props;
  if (Array.isArray(children))
    return { ...props, children: isStatic ? apart(children, type !== Fragment) : wrappedIn(children) };
  return type === Fragment && isText(children) ? { ...props, children: wrapped(`${children}`) } : props;
}

export const jsx = (type: ElementType, props: Props, key?: Key) => element(type, textsApart(type, props, false), key);

export function jsxs(type: ElementType, given: Props, key?: Key) {
  const props = textsApart(type, given, true);
  return (Array.isArray(props.children) ? elements : element)(type, props, key);
}
