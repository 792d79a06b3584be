import { type Extension, StateEffect, StateField, type Transaction } from '@codemirror/state';
import { type Command, EditorView, keymap } from '@codemirror/view';

/** A line is short: what it said is kept whole. */
interface Said {
  text: string;
  at: number;
}

interface Told {
  before: readonly Said[];
  after: readonly Said[];
  /** When the latest change was made, in milliseconds, and of which kind it was. */
  time: number;
  kind: Kind;
}

/** What goes on with what was done before; null for what stands alone. */
type Kind = 'types' | 'deletes' | null;

/** Changes that follow each other this fast are taken back together. */
const TOGETHER_MS = 500;
const MOST = 200;

const turned = StateEffect.define<Told>();

const saidBefore = ({ startState }: Transaction): Said => ({
  text: startState.doc.toString(),
  at: startState.selection.main.head,
});

function kindOf(transaction: Transaction): Kind {
  if (!transaction.isUserEvent('input.type') && !transaction.isUserEvent('delete')) return null;
  return transaction.newDoc.length > transaction.startState.doc.length ? 'types' : 'deletes';
}

const told = StateField.define<Told>({
  create: () => ({ before: [], after: [], time: 0, kind: null }),
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(turned)) return effect.value;
    if (!transaction.docChanged) return value;
    const time = Date.now();
    const kind = kindOf(transaction);
    const goesOn = kind !== null && kind === value.kind && time - value.time < TOGETHER_MS;
    const before = goesOn ? value.before : [...value.before, saidBefore(transaction)].slice(-MOST);
    return { before, after: [], time, kind };
  },
});

/** Goes back to what was said before, or forth again. */
const turn =
  (from: 'before' | 'after', to: 'before' | 'after'): Command =>
  (view) => {
    const state = view.state.field(told);
    const said = state[from].at(-1);
    if (!said) return true;
    const now = { text: view.state.doc.toString(), at: view.state.selection.main.head };
    const next = { ...state, [from]: state[from].slice(0, -1), [to]: [...state[to], now], kind: null };
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: said.text },
      selection: { anchor: Math.min(said.at, said.text.length) },
      effects: turned.of(next),
      scrollIntoView: true,
    });
    return true;
  };

const undo = turn('before', 'after');
const redo = turn('after', 'before');

/** Takes back what was written, by the keys and by the browser's own menu: the editor's package for it brings much that one line has no use for. */
export function lineUndo(): Extension {
  return [
    told,
    keymap.of([
      { key: 'Mod-z', run: undo, preventDefault: true },
      { key: 'Mod-y', mac: 'Mod-Shift-z', run: redo, preventDefault: true },
      { linux: 'Ctrl-Shift-z', win: 'Ctrl-Shift-z', run: redo, preventDefault: true },
    ]),
    EditorView.domEventHandlers({
      beforeinput(event, view) {
        if (event.inputType === 'historyUndo') return undo(view);
        return event.inputType === 'historyRedo' && redo(view);
      },
    }),
  ];
}
