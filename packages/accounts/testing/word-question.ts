const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** The answer to a captcha's question in words, as somebody finds it who cannot see the image. */
export function answerTo(question: string): string {
  const words = question.toLowerCase().match(/[a-z]+/g) ?? [];
  const [a = 0, b = 0, c = 0] = words.map((word) => NUMBERS.indexOf(word)).filter((number) => number >= 0);
  return String(question.startsWith('Take') ? b + c + 10 - a : a + b + c);
}
