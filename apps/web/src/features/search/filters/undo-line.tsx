import { Button } from '@mantine/core';
import classes from './filter-bar.module.css';

interface UndoLineProps {
  /** What the last change was; null when there is none. */
  words: string | null;
  undo: (() => void) | null;
  /** The button is gone once it has been pressed. */
  onUndone: () => void;
}

/** Says what the last change was, and takes it back. */
export function UndoLine({ words, undo, onUndone }: UndoLineProps) {
  return (
    <div className={classes.undo}>
      <p role="status" title={words ?? undefined}>
        {words}
      </p>
      {undo && (
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => {
            onUndone();
            undo();
          }}
        >
          Undo
        </Button>
      )}
    </div>
  );
}
