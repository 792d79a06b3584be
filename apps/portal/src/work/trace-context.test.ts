import { expect, it } from 'vitest';
import { newSpanId, newTraceId, readTraceparent, traceparentOf } from './trace-context.js';

it('is read as it is written', () => {
  for (const sampled of [true, false]) {
    const context = { traceId: newTraceId(), spanId: newSpanId(), sampled };
    expect(readTraceparent(traceparentOf(context))).toEqual(context);
  }
});

const [TRACE, SPAN] = ['a0'.repeat(16), 'b1'.repeat(8)];
it.each([
  undefined,
  null,
  '',
  ['00', TRACE, SPAN, '01'],
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `01-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${TRACE}x-${SPAN}-01`,
])('what says nothing that can be understood is left: %j', (text) => {
  expect(readTraceparent(text)).toBeUndefined();
});
