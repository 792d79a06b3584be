/**
 * Tells which texts a pattern stands for as a whole: in it `*` stands for any characters, `?` for one, and every other for itself. Of the
 * characters that a `*` stands for only the last one's are tried anew, so that no pattern takes longer than its length times the text's:
 * what somebody types never becomes a regular expression.
 */
export function wildcardMatcher(pattern: string): (text: string) => boolean {
  const signs = [...pattern];
  return (text) => {
    const characters = [...text];
    let [at, next] = [0, 0];
    /** Behind the last `*`, and the character at which what it stands for ends. */
    let [behind, from] = [-1, 0];
    while (at < characters.length) {
      if (signs[next] === '*') {
        next += 1;
        [behind, from] = [next, at];
      } else if (signs[next] === '?' || signs[next] === characters[at]) {
        next += 1;
        at += 1;
      } else if (behind >= 0) {
        from += 1;
        [next, at] = [behind, from];
      } else return false;
    }
    return signs.slice(next).every((sign) => sign === '*');
  };
}
