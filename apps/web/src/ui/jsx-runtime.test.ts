import type { ReactElement, ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { Fragment, jsx, jsxs } from './jsx-runtime.js';

interface Made {
  type: unknown;
  props: { children?: ReactNode };
}

/** Children as they are drawn: elements by name, with what stands in them. */
function drawn(node: ReactNode): unknown {
  if (Array.isArray(node)) return node.map(drawn);
  if (typeof node !== 'object' || node === null) return node;
  const { type, props } = node as unknown as Made;
  return { [String(type)]: drawn(props.children) };
}
const childrenOf = (element: ReactElement) => drawn((element as unknown as Made).props.children);
const bold = jsx('b', { children: 'bold' });

describe('a text', () => {
  it('that is all of an element is its content, from however many pieces', () => {
    expect(childrenOf(jsx('p', { children: 'alone' }))).toBe('alone');
    expect(childrenOf(jsxs('p', { children: [5, ' of ', 7, false, ' rows', null] }))).toBe('5 of 7 rows');
    expect(childrenOf(jsxs('p', { children: [0, undefined] }))).toBe('0');
  });

  it('that has others beside it stands in an element, and nothing loses its place', () => {
    const both = (more: ReactNode) => childrenOf(jsxs('p', { children: ['some ', 5, more, ' words'] }));
    expect(both(bold)).toEqual([{ span: 'some 5' }, null, { b: 'bold' }, { span: ' words' }]);
    expect(childrenOf(jsxs('p', { children: ['some ', 5, bold, false, bold] }))).toEqual([
      ...[{ span: 'some 5' }, null, { b: 'bold' }, null, { b: 'bold' }],
    ]);
    // Without it, they follow each other.
    expect(both(null)).toBe('some 5 words');
    expect(childrenOf(jsxs('p', { children: [bold, ' ', bold] }))).toEqual([{ b: 'bold' }, ' ', { b: 'bold' }]);
  });

  it('in a fragment stands beside what the fragment has beside it', () => {
    expect(childrenOf(jsx(Fragment, { children: 'alone' }))).toEqual({ span: 'alone' });
    expect(childrenOf(jsxs(Fragment, { children: ['5', ' rows'] }))).toEqual([{ span: '5 rows' }, null]);
  });

  it('in a list stands in an element with a key, whose others keep theirs', () => {
    const marked = ['a ', jsx('mark', { children: 'cotton' }, 'own'), ' shirt'];
    const list = (jsx('p', { children: marked }) as unknown as Made).props.children as ReactElement[];
    expect(drawn(list)).toEqual([{ span: 'a ' }, { mark: 'cotton' }, { span: ' shirt' }]);
    expect(list.map(({ key }) => key)).toEqual(['text 0', 'own', 'text 2']);
    expect(childrenOf(jsxs('p', { children: [bold, marked] }))).toEqual([{ b: 'bold' }, drawn(list)]);
  });
});
