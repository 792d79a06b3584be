/** The beginning of a text that takes so many bytes at most in UTF-8, by which file systems bound names: to 255. */
export function beginningOf(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}
