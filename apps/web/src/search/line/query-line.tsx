import { Button, Input, Textarea } from '@mantine/core';
import { useId, useMediaQuery } from '@mantine/hooks';
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
import {
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  Suspense,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { later } from '../../session/client.js';
import { Held } from '../../ui/awaiting.js';
import type { EditedLine, LineField } from './line-editor.js';
import classes from './query-line.module.css';

/** It is not for phones, and so comes by itself. */
const LineEditor = later(() => import('./line-editor.js'), 'LineEditor');

/** No keyboard is at hand there: a list over the one on the screen would leave nothing to see. */
const PHONE = '(max-width: 640px), (hover: none)';

interface QueryLineProps {
  /** The question that is asked now; null where none is. */
  query: SearchQuery | null;
  /** What is searched where the line does not say it. */
  scope: LineScope;
  onSearch: (address: SearchAddress) => void;
  /** Its field has this id. */
  id: string;
  /** It was reached for by a key, and takes the focus as soon as it is there. */
  reached: RefObject<boolean>;
  /** Whether the slash opens it from anywhere on the screen, which whoever speaks to their browser turns off. */
  slash: readonly [isOn: boolean, turn: (on: boolean) => void];
}

interface Problem {
  message: string;
  from: number;
  to: number;
}

/** What a line asks, as an address; or what is wrong with it. */
function addressOfLine(text: string, scope: LineScope): SearchAddress | Problem[] {
  const whole = { from: 0, to: text.length };
  const { expression, problems } = readLine(text, dayOf(new Date()));
  if (problems.length > 0) return problems;
  if (!expression) return [{ ...whole, message: 'Say what is searched for.' }];
  try {
    const read = readRequest(searchQuery, queryOfLine(expression, scope));
    if (!read.success) return read.error.issues.map(({ message }) => ({ ...whole, message }));
    return addressOf(savedQuery.parse(read.data));
  } catch (error) {
    return [{ ...whole, message: (error as Error).message }];
  }
}

/** The question as one line of text, to be changed and asked. What cannot be read is said with its place, and nothing is asked then. */
export function QueryLine({ query, scope, onSearch, id, reached, slash: [slash, onSlash] }: QueryLineProps) {
  const [text, setText] = useState(query ? writeLine(lineOfQuery(query)) : '');
  const [problems, setProblems] = useState<Problem[]>([]);
  /** What cannot be read so far, while somebody writes. */
  const [unread, setUnread] = useState<string[]>([]);
  const [said, setSaid] = useState('');
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const field = useRef<LineField>(null);
  const editor = useRef<EditedLine>(null);
  const hint = useId();
  const describedBy = `${id}-description ${hint}`;

  function ask(line: string) {
    const found = addressOfLine(line, scope);
    if (!Array.isArray(found)) {
      setProblems([]);
      onSearch(found);
      return;
    }
    setProblems(found);
    show(found[0]);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    ask(text);
  }

  /** Marks the part of the text that a problem is about. */
  function show(problem: Problem | undefined) {
    if (problem) (isPhone ? field : editor).current?.select(problem.from, problem.to);
  }

  function change(changed: string) {
    setText(changed);
    setUnread([]);
    // What is wrong by now is marked by itself; a phone does not mark.
    if (!isPhone) setProblems([]);
  }

  // What was asked is said below.
  const [first, ...others] = problems.length > 0 ? [] : unread;
  const labels = {
    label: 'Query line',
    description: 'Such as product:"ceramic tile" -from:china value:>10000 2025-01..2025-06',
  };
  return (
    <>
      {query?.line !== undefined && <p>The form cannot show all of this question: here it is as text.</p>}
      <form className={classes.line} onSubmit={submit} noValidate aria-label="Query line">
        {isPhone ? (
          <PlainLine
            ref={field}
            {...labels}
            id={id}
            value={text}
            error={problems.length > 0}
            describedBy={describedBy}
            reached={reached}
            onChange={change}
            onAsk={ask}
          />
        ) : (
          <Input.Wrapper {...labels} id={id} labelElement="div" labelProps={{ onClick: () => editor.current?.focus() }}>
            <Suspense fallback={<Held height={36} />}>
              <LineEditor
                ref={editor}
                {...{ id, query, scope, describedBy, reached }}
                value={text}
                onChange={change}
                onAsk={ask}
                onProblems={setUnread}
                onSay={setSaid}
              />
            </Suspense>
          </Input.Wrapper>
        )}
        <Button type="submit" leftSection={<IconSearch size={16} stroke={2} aria-hidden />}>
          Search
        </Button>
        {!isPhone && (
          <p className={classes.keys}>
            <span>
              <kbd>↓</kbd> what can follow
            </span>
            <span>
              <kbd>↑</kbd> in an empty line, or{' '}
              <button type="button" className="linkButton" onClick={() => editor.current?.showEarlier()}>
                earlier lines
              </button>
            </span>
            <span>
              <kbd>/</kbd> {slash ? 'comes here from anywhere' : 'is a sign as others'},{' '}
              <button type="button" className="linkButton" onClick={() => onSlash(!slash)}>
                {slash ? 'turn / off' : 'turn / on'}
              </button>
            </span>
          </p>
        )}
        <p role="status" className={first ? classes.unread : 'visually-hidden'}>
          {first ?? said}
          {others.length > 0 && ` And ${others.length} more.`}
        </p>
        {problems.length > 0 && (
          <div id={hint} role="alert" className="all-columns wrong">
            <ul className="plainList">
              {problems.map((problem) => (
                <li key={`${problem.from} ${problem.message}`}>
                  <button type="button" className="linkButton inherit code anywhere" onClick={() => show(problem)}>
                    {text.slice(problem.from, problem.to) || 'The line'}
                  </button>
                  {` ${problem.message}`}
                </li>
              ))}
            </ul>
          </div>
        )}
      </form>
    </>
  );
}

interface PlainLineProps {
  ref: Ref<LineField>;
  id: string;
  label: string;
  description: string;
  value: string;
  error: boolean;
  describedBy: string;
  reached: RefObject<boolean>;
  onChange: (text: string) => void;
  onAsk: (text: string) => void;
}

/** The query line as a field of the browser's own, for a phone. */
function PlainLine({ ref, describedBy, reached, onChange, onAsk, ...field }: PlainLineProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(
    ref,
    () => ({
      focus: () => area.current?.focus(),
      select(from, to) {
        area.current?.focus();
        area.current?.setSelectionRange(from, to);
      },
    }),
    [],
  );

  useEffect(() => {
    if (reached.current) area.current?.focus();
    reached.current = false;
  }, [reached]);

  /** A line has no second one: Enter asks. */
  function ask(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onAsk(event.currentTarget.value);
  }

  return (
    <Textarea
      {...field}
      ref={area}
      autosize
      minRows={1}
      maxRows={6}
      spellCheck={false}
      aria-describedby={describedBy}
      classNames={{ input: 'code anywhere' }}
      onChange={(event) => onChange(event.currentTarget.value.replaceAll('\n', ' '))}
      onKeyDown={ask}
    />
  );
}
