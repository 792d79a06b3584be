import { randomInt } from 'node:crypto';

/** Strokes of the digits on a grid of 4 by 8, as lines from point to point. */
const STROKES: Record<string, string> = {
  '0': 'M1 0L3 0L4 2L4 6L3 8L1 8L0 6L0 2Z',
  '1': 'M0 2L2 0L2 8M0 8L4 8',
  '2': 'M0 2L1 0L3 0L4 2L4 3L0 8L4 8',
  '3': 'M0 0L4 0L2 3L4 5L4 6L3 8L1 8L0 7',
  '4': 'M3 8L3 0L0 5L4 5',
  '5': 'M4 0L0 0L0 3L3 3L4 5L4 6L3 8L0 8',
  '6': 'M4 0L2 0L0 3L0 6L1 8L3 8L4 6L4 5L3 4L0 4',
  '7': 'M0 0L4 0L1 8',
  '8': 'M1 0L3 0L4 2L3 4L1 4L0 6L1 8L3 8L4 6L3 4L1 4L0 2Z',
  '9': 'M4 4L1 4L0 3L0 2L1 0L3 0L4 2L4 5L2 8L0 8',
};

const WIDTH = 200;
const HEIGHT = 70;
/** Half a grid unit either way: enough to move every stroke, not to lose the digit. */
const jitter = (spread: number) => (randomInt(-100, 101) / 100) * spread;

function glyph(digit: string, position: number): string {
  const path = (STROKES[digit] ?? '').replace(/\d+/g, (number) => (Number(number) + jitter(0.25)).toFixed(2));
  const x = 18 + position * 34 + jitter(5);
  const y = 14 + jitter(6);
  return `<path d="${path}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${jitter(14).toFixed(1)}) scale(4.6)"/>`;
}

const noise = () =>
  `<path d="M0 ${randomInt(HEIGHT)}Q${randomInt(WIDTH)} ${randomInt(HEIGHT)} ${WIDTH} ${randomInt(HEIGHT)}" stroke-width="1.5"/>`;

/**
 * Digits as an SVG of strokes, each moved a little, among lines: there is no text in it to be read out. It holds off simple
 * scripts; what holds off the others is the limit on how many may be asked for.
 */
export function digitsImage(digits: string): string {
  const strokes = [...digits].map(glyph).join('');
  const lines = Array.from({ length: 4 }, noise).join('');
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/><g fill="none" stroke="#333" stroke-linejoin="round">` +
    `<g stroke-width="0.7">${strokes}</g>${lines}</g></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
