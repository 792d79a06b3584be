import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Tells whether the page is being printed: what is drawn for paper alone is there before the browser lays it out. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const paper = window.matchMedia('print');
    const set = (now: boolean) => flushSync(() => setPrinting(now));
    const begin = () => set(true);
    const end = () => set(false);
    const change = () => set(paper.matches);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    paper.addEventListener('change', change);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
      paper.removeEventListener('change', change);
    };
  }, []);
  return printing;
}
