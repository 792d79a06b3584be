/** Answers as the command prints and takes them. */

import { optionOf } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { answerColumn, answerValue } from './answers.js';

it.each(['QTY', 'Value (US$)', 'A "quoted" name', 'back\\slash', '`x`', 'a=b', 'Größe'])(
  'an answer about %s is read as it was written',
  (header) => {
    expect(optionOf(answerColumn(header, 'quantity'))).toEqual({ option: 'set', text: `${header}=quantity` });
  },
);

it('an answer is an option and what it takes, or what --set takes', () => {
  expect(optionOf(answerValue('currency', 'INR'))).toEqual({ option: 'set', text: 'currency=INR' });
  expect(optionOf('--country KEN')).toEqual({ option: 'country', text: 'KEN' });
  expect(optionOf('IMP DATE=record_date')).toEqual({ option: 'set', text: 'IMP DATE=record_date' });
});
