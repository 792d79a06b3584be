import { describe, expect, it } from 'vitest';
import { question } from '../../../testing/question.js';
import { advanceDraftOf, advancePart, advanceProblem, resetDraft, typeBound } from './advance-draft.js';

const FILTERED = question({
  importerList: ['ACME'],
  rangeQuantityStart: '10',
  productDesc: ['knitted'],
  conditionProductDesc: 'D',
});

describe('a bound of a range', () => {
  it.each([
    ['', '7', '7'],
    ['7', '70', '70'],
    ['7', '', ''],
    ['', '0', ''],
    ['', '-', ''],
    ['5', '5.', '5'],
    ['5', '5a', '5'],
    ['0.5', '0.', ''],
    ['1'.repeat(20), '1'.repeat(21), '1'.repeat(20)],
  ])('that holds %j, typed on to %j, holds %j', (before, typed, held) => {
    expect(typeBound({ text: before, refused: '' }, typed).text).toBe(held);
  });

  const typedInto = (keys: string) =>
    [...keys].reduce((held, key) => typeBound(held, held.text + key), { text: '', refused: '' });

  it('refuses a decimal with all of its digits, and says what it has refused', () => {
    expect(typedInto('2.5')).toEqual({ text: '2', refused: '.5' });
    expect(typedInto('1,000')).toEqual({ text: '1', refused: ',000' });
    expect(typedInto('5a')).toEqual({ text: '5', refused: 'a' });
    expect(typedInto('05')).toEqual({ text: '5', refused: '' });
    expect(typeBound({ text: '', refused: '' }, '2.5')).toEqual({ text: '', refused: '2.5' });
  });

  it('forgets what it has refused with the next edit that it takes', () => {
    expect(typeBound({ text: '25', refused: '.5' }, '2')).toEqual({ text: '2', refused: '' });
    expect(typeBound({ text: '2', refused: '.5' }, '')).toEqual({ text: '', refused: '' });
  });
});

describe('the panel', () => {
  it('sends up what it was given by the search, and nothing that stands in', () => {
    expect(advancePart(advanceDraftOf(FILTERED))).toMatchObject({
      importerList: ['ACME'],
      exporterList: undefined,
      rangeQuantityStart: '10',
      rangeQuantityEnd: undefined,
      productDesc: ['knitted'],
      conditionProductDesc: 'D',
      country: ['IND', 'VNM'],
    });
  });

  it('keeps nothing of its lists and ranges after a reset', () => {
    const reset = resetDraft(advanceDraftOf(FILTERED));
    expect(Object.entries(advancePart(reset)).filter(([, value]) => value !== undefined)).toEqual([
      ['country', ['IND', 'VNM']],
    ]);
  });

  it('says that the product lacks its texts only where there are some', () => {
    const denied = { ...advanceDraftOf(question()), conditionProductDesc: 'D' as const };
    expect(advancePart(denied).conditionProductDesc).toBeUndefined();
    expect(advancePart({ ...denied, productDesc: ['knitted'] })).toMatchObject({
      ...{ productDesc: ['knitted'], conditionProductDesc: 'D' },
    });
  });

  it('asks for a filter where none is chosen', () => {
    const problem = { title: 'Select !', message: 'Select atleast one filter or reset filter' };
    expect(advanceProblem(advanceDraftOf(question()), question())).toEqual(problem);
    expect(advanceProblem({ ...advanceDraftOf(question()), productDesc: ['knitted'] }, question())).toBeNull();
    expect(advanceProblem({ ...advanceDraftOf(question()), countryCode: ['VNM'] }, question())).toBeNull();
  });

  it.each([
    ['Quantity', { rangeQuantityStart: '3', rangeQuantityEnd: '2' }],
    ['Value', { rangeValueUsdStart: '1000000', rangeValueUsdEnd: '999999' }],
  ])('refuses a maximum %s below its minimum', (name, bounds) => {
    expect(advanceProblem({ ...advanceDraftOf(question()), ...bounds }, question())).toEqual({
      title: 'Validation Error',
      message: `Maximum ${name} must be greater than or equal to Minimum ${name}.`,
    });
  });
});
