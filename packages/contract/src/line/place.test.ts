import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeInLine } from './place.js';

/** The place of the bar in a line: whose value stands there, what of it was typed, and the part of the line that it is. */
function placeOf(marked: string) {
  const at = marked.indexOf('|');
  const text = marked.replace('|', '');
  const place = placeInLine(text, at);
  return place && [place.field, place.typed, text.slice(place.from, place.to)];
}

it.each([
  ['|', null, '', ''],
  ['cot|', null, 'cot', 'cot'],
  ['cotton | yarn', null, '', ''],
  ['cotton -im|', null, 'im', 'im'],
  ['(wall OR pro|', null, 'pro', 'pro'],
  ['impo|rter:ikea', null, 'impo', 'importer:'],
  ['importer:|', 'importer', '', ''],
  ['importer:ik|ea from:china', 'importer', 'ik', 'ikea'],
  ['importer:="h&m h|"', 'importer', 'h&m h', '="h&m h"'],
  ['importer:"h&m h|', 'importer', 'h&m h', '"h&m h'],
  ['importer:(ikea OR "h&|")', 'importer', 'h&', '"h&"'],
  ['importer:(ikea OR |)', 'importer', '', ''],
  ['importer:(ikea) pro|', null, 'pro', 'pro'],
  ['-(product:(wall OR floor) fr|', null, 'fr', 'fr'],
  ['value:>|', 'value', '', '>'],
  ['value:>10|', 'value', '10', '>10'],
  ['date:last-12|', 'date', 'last-12', 'last-12'],
  ['product:NEAR(steel pipe, 5) hs|', null, 'hs', 'hs'],
  ['IMPORTER:ik|', 'importer', 'ik', 'ik'],
])('the place where somebody writes is found in %s', (marked, ...place) => {
  expect(placeOf(marked)).toEqual(place);
});

it.each([
  ['importer:@|', 'importer', '', '@'],
  ['-hs:@"My c|odes" cotton', 'hs', 'My c', '@"My codes"'],
  ['importer:(ikea OR @my|)', 'importer', 'my', '@my'],
])('the place where somebody writes is the name of a list in %s', (marked, ...place) => {
  expect(placeOf(marked)).toEqual(place);
  expect(placeInLine(marked.replace('|', ''), marked.indexOf('|'))?.isList).toBe(true);
});

it('nothing is offered in what is no value of a field', () => {
  for (const marked of ['colour:r|', '"ceramic ti|', 'product:"tile"|', 'product:NEAR(steel pi|', 'colour:(r|'])
    expect(placeOf(marked), marked).toBeUndefined();
});

it('the place is found in any line, and lies around what was typed', () => {
  const pieces = fc.constantFrom(...'"() -=>a\\:', 'importer:', 'colour:', 'NEAR(', 'OR');
  fc.assert(
    fc.property(fc.array(pieces), fc.nat(), (parts, some) => {
      const text = parts.join('');
      const at = some % (text.length + 1);
      const place = placeInLine(text, at);
      if (!place) return;
      expect(place.from).toBeLessThanOrEqual(at);
      expect(place.to).toBeGreaterThanOrEqual(at);
    }),
  );
});
