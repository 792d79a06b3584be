import { describe, expect, it } from 'vitest';
import type { ChartTheme } from '../ui/chart.js';
import { defaultPaint, restPaint } from '../ui/colours.js';
import { barOption, type Datum, pieOption, tipLines, unshowable } from './chart-options.js';

const THEME: ChartTheme = {
  dark: false,
  narrow: false,
  font: 'sans-serif',
  ink: 'black',
  inkSoft: 'grey',
  line: 'silver',
  raised: 'white',
};

const datum = (name: string, valueUsd: string): Datum => ({ name, valueUsd, shipments: 2, share: '50.00' });
const tip = () => ({}) as HTMLElement;
const data = [datum('India', '1500000.5'), datum('OTHERS', '20')];
const paints = [defaultPaint(false), restPaint(false)];

describe('charts', () => {
  it('give a value one colour, as a slice and as a bar', () => {
    const slices = pieOption({ data, paints, tip }, THEME).series;
    const bars = barOption({ data, paints, tip }, THEME).series;
    const colours = paints.map(({ fill }) => ({ itemStyle: { color: fill } }));
    expect(slices).toMatchObject({ data: colours });
    expect(bars).toMatchObject({ data: colours });
  });

  it('say what lies under the pointer', () => {
    expect(tipLines(datum('India', '1500000.5'))).toEqual(['India', 'USD 15 lakh · 50.00%', '2 shipments']);
    expect(tipLines({ name: 'Nov 2025', valueUsd: '-20', shipments: 1 })).toEqual([
      'Nov 2025',
      'USD −20',
      '1 shipment',
    ]);
  });
});

it('charts of records without values show how many there are', () => {
  const counted = [datum('India', '0'), datum('OTHERS', '0')];
  const { xAxis, series } = barOption({ data: counted, paints, tip }, THEME);
  expect(xAxis).toMatchObject({ name: 'Shipments' });
  expect(series).toMatchObject({ data: [{ value: 2 }, { value: 2 }] });
  expect(pieOption({ data: counted, paints, tip }, THEME).series).toMatchObject({ data: [{ value: 2 }, { value: 2 }] });
  expect(tipLines(datum('India', '0'), true)).toEqual(['India', '2 shipments']);
});

describe('what cannot be drawn is said', () => {
  it('negative values, in a pie', () => {
    const negative = [...data, datum('Chile', '-7')];
    expect(unshowable('pie', negative)).toMatch(/negative/);
    expect(unshowable('bar', negative)).toBeNull();
    expect(unshowable('pie', data)).toBeNull();
  });

  it('but not nothing beside something: a slice of it is only not there', () => {
    expect(unshowable('pie', [...data, datum('Chile', '0')])).toBeNull();
  });
});
