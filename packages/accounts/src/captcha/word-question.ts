import { randomInt } from 'node:crypto';

const NUMBERS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** A sum in words: it needs no eyes, no script and no colours. */
export function wordQuestion(): { question: string; answer: string } {
  const [a, b, c] = [randomInt(2, 13), randomInt(2, 13), randomInt(1, 10)];
  const [first, second, third] = [a, b, c].map((number) => NUMBERS[number]);
  return randomInt(2) === 0
    ? { question: `What is ${first} plus ${second} plus ${third}? Answer in digits.`, answer: String(a + b + c) }
    : {
        question: `Take ${third} from the sum of ${first} and ${second} and ten. What is left, in digits?`,
        answer: String(a + b + 10 - c),
      };
}
