import {
  autocompletion,
  closeCompletion,
  completionStatus,
  currentCompletions,
  setSelectedCompletion,
  startCompletion,
} from '@codemirror/autocomplete';
import { diagnosticCount, linter, nextDiagnostic } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { type Command, EditorView, keymap } from '@codemirror/view';
import { useQueryClient } from '@tanstack/react-query';
import { dayOf, type LineScope, readLine, type SearchQuery } from '@tidewaiter/contract';
import { getNonce } from 'get-nonce';
import { type Ref, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { useSession } from '../../session/store.js';
import { completionsOf, countOfOption, type LineSources } from './line-completions.js';
import { lineUndo } from './line-undo.js';

/** What a line is written in, whichever way it is drawn. */
export interface LineField {
  focus(): void;
  /** Marks a part of the text. */
  select(from: number, to: number): void;
}

export interface EditedLine extends LineField {
  /** Opens the list of earlier lines. */
  showEarlier(): void;
}

interface LineEditorProps {
  ref: Ref<EditedLine>;
  id: string;
  /** What it begins with: it keeps what is written, which nobody else changes. */
  value: string;
  query: SearchQuery | null;
  scope: LineScope;
  describedBy: string;
  /** It takes the focus as soon as it is there, once. */
  reached: RefObject<boolean>;
  onChange: (text: string) => void;
  onAsk: (text: string) => void;
  /** What cannot be read, once typing rests. */
  onProblems: (messages: string[]) => void;
  /** What those hear who do not see the list. */
  onSay: (text: string) => void;
}

/** Typing rests this long before what can follow is asked for, and before what is wrong is marked. */
const REST_MS = 150;
const READ_MS = 750;

/** A line has no second one: what is pasted from several becomes one. */
const ONE_LINE = EditorState.transactionFilter.of((transaction) => {
  if (transaction.newDoc.lines === 1) return transaction;
  const breaks = Array.from({ length: transaction.newDoc.lines - 1 }, (_, line) => {
    const { to } = transaction.newDoc.line(line + 1);
    return { from: to, to: to + 1, insert: ' ' };
  });
  return [transaction, { changes: breaks, sequential: true }];
});

/** The query line where there is a keyboard: what can follow is offered, and what cannot be read is marked where it stands. */
export function LineEditor(props: LineEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);
  const earlier = useRef<() => boolean>(() => false);
  const latest = useRef(props);
  const queryClient = useQueryClient();
  const userId = useSession().user?.userid ?? 0;
  useLayoutEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const { id, describedBy, reached } = latest.current;
    const sources: LineSources = {
      queryClient,
      userId,
      query: () => latest.current.query,
      scope: () => latest.current.scope,
      say: (text) => latest.current.onSay(text),
    };
    const { source, showEarlier } = completionsOf(sources);
    let enters = false;
    const view = new EditorView({
      doc: latest.current.value,
      ...(place.current && { parent: place.current }),
      extensions: [
        EditorView.cspNonce.of(getNonce() ?? ''),
        EditorView.lineWrapping,
        ONE_LINE,
        editorLook,
        lineUndo(),
        EditorView.contentAttributes.of((view) => ({
          id,
          role: 'combobox',
          'aria-expanded': String(currentCompletions(view.state).length > 0),
          'aria-labelledby': `${id}-label`,
          'aria-describedby': describedBy,
          'aria-invalid': String(diagnosticCount(view.state) > 0),
        })),
        autocompletion({
          override: [source],
          activateOnTypingDelay: REST_MS,
          // Enter asks, unless something was chosen.
          selectOnOpen: false,
          interactionDelay: 0,
          icons: false,
          activateOnCompletion: ({ type }) => type === 'goes-on',
          addToOptions: [countOfOption],
        }),
        linter(
          ({ state }) => {
            const text = state.doc.toString();
            const { problems } = text.trim() === '' ? { problems: [] } : readLine(text, dayOf(new Date()));
            latest.current.onProblems(problems.map(({ message }) => message));
            return problems.map((problem) => ({ ...problem, severity: 'error' as const }));
          },
          { delay: READ_MS },
        ),
        keymap.of([
          { key: 'Enter', run: ({ state }) => isAwaited(state) || ask(), shift: ask },
          { key: 'Mod-Enter', run: ask },
          { key: 'F8', run: nextDiagnostic },
          // A list that scrolls would be a stop of the key.
          { key: 'Tab', run: (view) => closeCompletion(view) && false },
          { key: 'ArrowUp', run: (view) => view.state.doc.length === 0 && enter(view, showEarlier) },
          { key: 'ArrowDown', run: (view) => isAtEnd(view.state) && enter(view, startCompletion) },
        ]),
        EditorView.updateListener.of(({ docChanged, state, startState, view }) => {
          if (docChanged) latest.current.onChange(state.doc.toString());
          const status = completionStatus(state);
          const isEntered = enters && status === 'active';
          if (status !== 'pending') enters = false;
          if (isEntered) view.dispatch({ effects: setSelectedCompletion(0) });
          const offered = currentCompletions(state).length;
          if (offered !== currentCompletions(startState).length) latest.current.onSay(counted(offered));
        }),
      ],
    });
    /** Opens the list and goes to its first option, though it may have to come first: what is pressed meanwhile asks nothing. */
    function enter(view: EditorView, open: Command) {
      enters = true;
      return open(view);
    }
    function isAwaited(state: EditorState) {
      return enters && completionStatus(state) === 'pending';
    }
    function ask() {
      latest.current.onAsk(view.state.doc.toString());
      return true;
    }
    // The editor says that there are further lines, which a field with a list must not.
    view.contentDOM.removeAttribute('aria-multiline');
    editor.current = view;
    earlier.current = () => enter(view, showEarlier);
    if (reached.current) {
      reached.current = false;
      view.dispatch({ selection: { anchor: view.state.doc.length } });
      view.focus();
    }
    return () => view.destroy();
  }, [queryClient, userId]);

  useImperativeHandle(
    props.ref,
    () => ({
      focus: () => editor.current?.focus(),
      select(from, to) {
        editor.current?.focus();
        editor.current?.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
      },
      showEarlier() {
        editor.current?.focus();
        earlier.current();
      },
    }),
    [],
  );

  return <div ref={place} className="min-h-36 mt-8" />;
}

const isAtEnd = ({ selection, doc }: EditorState) => selection.main.empty && selection.main.head === doc.length;

const counted = (offered: number) =>
  offered === 0 ? '' : `${offered} ${offered === 1 ? 'suggestion' : 'suggestions'}, arrow down to choose`;

/** The editor in the colours and the letters of the portal's fields and of their lists. */
const editorLook = EditorView.theme({
  '&': {
    minHeight: '36px',
    border: '1px solid var(--field-line)',
    borderRadius: '3px',
    background: 'var(--raised)',
    color: 'var(--ink)',
    fontSize: 'var(--text-size)',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-1px' },
  '.cm-scroller': {
    maxHeight: '9.5rem',
    fontFamily: 'var(--mantine-font-family-monospace)',
    lineHeight: '22px',
  },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 12px', overflowWrap: 'anywhere' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--wrong)',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: '4px',
    background: 'var(--raised)',
    color: 'var(--ink)',
    boxShadow: 'var(--float-shadow)',
    fontFamily: 'var(--typeface)',
  },
  '.cm-diagnostic-error': { padding: '6px 12px', borderLeft: '3px solid var(--wrong)', maxWidth: '60ch' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    minWidth: 'min(320px, 90vw)',
    maxWidth: 'min(720px, 90vw)',
    maxHeight: 'min(22rem, 45dvh)',
    padding: '4px',
    fontFamily: 'inherit',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    gap: '0 12px',
    minHeight: '32px',
    padding: '6px 8px',
    borderRadius: '3px',
    lineHeight: '20px',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li:hover': { background: 'var(--hover)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--accent-soft)',
    color: 'var(--on-accent-soft)',
    outline: '2px solid var(--accent)',
    outlineOffset: '-2px',
  },
  '.cm-completionLabel': { flex: '0 1 auto' },
  '.cm-completionDetail, .cm-count': {
    margin: '0',
    color: 'var(--ink-soft)',
    fontSize: 'var(--small-size)',
    fontStyle: 'normal',
  },
  '.cm-completionDetail': { flex: '1 1 0', minWidth: '12ch' },
  '.cm-count': { marginInlineStart: 'auto', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
  'li[aria-selected] .cm-completionDetail, li[aria-selected] .cm-count': { color: 'inherit' },
});
