import { FileButton } from '@mantine/core';
import { type DragEvent, type ReactNode, useState } from 'react';
import { ActionButton } from './action-button.js';
import classes from './drop-place.module.css';

interface DropPlaceProps {
  /** It names the field for who does not see it. */
  label: string;
  button: string;
  accept?: string;
  busy?: boolean;
  /** At least one. Of several that are dropped where one is taken, the first. */
  onFiles: (files: File[]) => void;
  many?: boolean;
  /** They say what is taken. */
  children: ReactNode;
}

/** Takes files that are dropped on it, or chosen by its button. */
export function DropPlace({ label, button, accept, busy = false, onFiles, many = false, children }: DropPlaceProps) {
  const [over, setOver] = useState(false);
  const take = (given: File[]) => {
    if (!busy && given.length > 0) onFiles(many ? given : given.slice(0, 1));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dropped here can be chosen by the button in it as well
    <div
      className={classes.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
      <FileButton
        multiple
        {...(accept !== undefined && { accept })}
        onChange={take}
        inputProps={{ 'aria-label': label, multiple: many }}
      >
        {(props) => (
          <ActionButton {...props} variant="default" busy={busy}>
            {button}
          </ActionButton>
        )}
      </FileButton>
      <span>or drop {many ? 'them' : 'it'} here</span>
    </div>
  );
}
