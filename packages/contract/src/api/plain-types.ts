/** The plain form of a type: what `plain.ts` makes of its schema. */
import type { PlainQuestion } from './question.js';

type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';

/** Whether a capital after it begins a word. */
type EndsWord<Letter extends string> = Letter extends Digit ? true : Letter extends Uppercase<Letter> ? false : true;

type Spaced<Name extends string, Before extends string = ''> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? '' : EndsWord<Before> extends true ? '_' : ''}${Lowercase<Letter>}${Spaced<Rest, Letter>}`
  : '';

interface BetterNames {
  pageNumber: 'page';
  numberOfRecords: 'limit';
  userWorkspaceId: 'saved_search_id';
  query: 'question';
}

type PlainName<Name extends string> = string extends Name
  ? string
  : Name extends keyof BetterNames
    ? BetterNames[Name]
    : Name extends Uppercase<Name>
      ? Lowercase<Name>
      : Spaced<Name>;

export type Plain<Value> = Value extends string
  ? PlainName<Value>
  : Value extends readonly unknown[]
    ? { [Key in keyof Value]: Plain<Value[Key]> }
    : Value extends object
      ? {
          [Key in keyof Value as Key extends string ? PlainName<Key> : Key]: Key extends 'query'
            ? PlainQuestion
            : Plain<Value[Key]>;
        }
      : Value;
