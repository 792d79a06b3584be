import { expect, it } from 'vitest';
import { readText } from './plain-text.js';

it.each([
  ['', []],
  ['One\ntwo\n\nthree', ['0 One two', '3 three']],
  ['# Head\nbody\n- a\n* b\n\n- c', ['0 # Head', '1 body', '2 [a|b]', '5 [c]']],
  ['#no heading\n-no point\n<b>as it stands</b>', ['0 #no heading -no point <b>as it stands</b>']],
])('reads %j by its lines', (text, read) => {
  const words = readText(text).map((block) => {
    if (block.kind === 'list') return `${block.line} [${block.items.map((item) => item.text).join('|')}]`;
    return `${block.line} ${block.kind === 'heading' ? '# ' : ''}${block.text}`;
  });
  expect(words).toEqual(read);
});
