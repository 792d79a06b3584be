/** What was looked at and how it is: `wrong` must be mended, `soon` will have to be. */
export interface Finding {
  check: string;
  state: 'well' | 'soon' | 'wrong';
  found: string;
  /** What to do; empty where all is well. */
  todo: string;
}

export const well = (check: string, found: string): Finding => ({ check, state: 'well', found, todo: '' });
export const soon = (check: string, found: string, todo: string): Finding => ({ check, state: 'soon', found, todo });
export const wrong = (check: string, found: string, todo: string): Finding => ({ check, state: 'wrong', found, todo });
