import { Button, Textarea } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import {
  addressOf,
  dayOf,
  type LineScope,
  lineOfQuery,
  queryOfLine,
  readLine,
  readRequest,
  type SearchAddress,
  type SearchQuery,
  savedQuery,
  searchQuery,
  writeLine,
} from '@tidewaiter/contract';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import classes from './query-line.module.css';

interface QueryLineProps {
  /** The question that is asked now; null where none is. */
  query: SearchQuery | null;
  /** What is searched where the line does not say it. */
  scope: LineScope;
  onSearch: (address: SearchAddress) => void;
}

interface Problem {
  message: string;
  from: number;
  to: number;
}

/** What a line asks, as an address; or what is wrong with it. */
function addressOfLine(text: string, query: SearchQuery | null, scope: LineScope): SearchAddress | Problem[] {
  const whole = { from: 0, to: text.length };
  const { expression, problems } = readLine(text, dayOf(new Date()));
  if (problems.length > 0) return problems;
  if (!expression) return [{ ...whole, message: 'Say what is searched for.' }];
  try {
    const read = readRequest(searchQuery, queryOfLine(expression, scope));
    if (!read.success) return read.error.issues.map(({ message }) => ({ ...whole, message }));
    // What only a filter says stays as it is.
    return addressOf(savedQuery.parse({ ...read.data, onlyNew: query?.onlyNew ?? false }));
  } catch (error) {
    return [{ ...whole, message: (error as Error).message }];
  }
}

/** The question as one line of text, to be changed and asked. What cannot be read is said with its place, and nothing is asked then. */
export function QueryLine({ query, scope, onSearch }: QueryLineProps) {
  const [text, setText] = useState(query ? writeLine(lineOfQuery(query)) : '');
  const [problems, setProblems] = useState<Problem[]>([]);
  const area = useRef<HTMLTextAreaElement>(null);
  const hint = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = addressOfLine(text, query, scope);
    if (!Array.isArray(found)) {
      setProblems([]);
      onSearch(found);
      return;
    }
    setProblems(found);
    show(found[0]);
  }

  /** Marks the part of the text that a problem is about. */
  function show(problem: Problem | undefined) {
    if (!problem || !area.current) return;
    area.current.focus();
    area.current.setSelectionRange(problem.from, problem.to);
  }

  /** A line has no second one: Enter asks. */
  function ask(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) submit(event);
  }

  return (
    <form className={classes.line} onSubmit={submit} noValidate aria-label="Query line">
      <Textarea
        ref={area}
        label="Query line"
        description='Such as product:"ceramic tile" -from:china value:>10000 2025-01..2025-06'
        autosize
        minRows={1}
        maxRows={6}
        spellCheck={false}
        value={text}
        error={problems.length > 0}
        aria-describedby={problems.length > 0 ? hint : undefined}
        classNames={{ input: classes.text ?? '' }}
        onChange={(event) => setText(event.currentTarget.value.replaceAll('\n', ' '))}
        onKeyDown={ask}
      />
      <Button type="submit" leftSection={<IconSearch size={16} stroke={2} aria-hidden />}>
        Search
      </Button>
      {problems.length > 0 && (
        <div id={hint} role="alert" className={classes.problems}>
          <ul className={classes.listed}>
            {problems.map((problem) => (
              <li key={`${problem.from} ${problem.message}`}>
                <button type="button" className={classes.place} onClick={() => show(problem)}>
                  {text.slice(problem.from, problem.to) || 'The line'}
                </button>
                {` ${problem.message}`}
              </li>
            ))}
          </ul>
        </div>
      )}
    </form>
  );
}
