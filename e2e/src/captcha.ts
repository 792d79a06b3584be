const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** The captcha's question in words is a sum, or what is left of one. */
export function answerOf(question: string): string {
  const numbers = (question.toLowerCase().match(/[a-z]+/g) ?? [])
    .map((word) => NUMBERS.indexOf(word))
    .filter((number) => number >= 0);
  const [first = 0, ...others] = numbers;
  const rest = others.reduce((sum, number) => sum + number, 0);
  return String(question.startsWith('Take') ? rest - first : rest + first);
}
