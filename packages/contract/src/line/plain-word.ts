/** What the query line reads as one word, with no meaning of its own. */
const PLAIN = /^(?!(?:AND|OR|NOT|NEAR)$)(?![-/@])[^\s,()":=<>*?~]+$/;

export const isPlainWord = (text: string) => PLAIN.test(text) && !text.includes('..');
