import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { Notice } from '../../ui/notice.js';
import classes from './keys.module.css';

interface ShownOnceProps {
  /** What it is called. */
  name: string;
  text: string;
  /** What whoever has it can do with it. */
  says: string;
  onDone: () => void;
}

/** A secret that was just made, with the way to copy it: nobody sees it again. */
export function ShownOnce({ name, text, says, onDone }: ShownOnceProps) {
  const clipboard = useClipboard({ timeout: 2000 });
  const copy = useRef<HTMLButtonElement>(null);
  // The button that was pressed went with its form.
  useEffect(() => copy.current?.focus(), []);
  return (
    <div className={classes.made}>
      <Notice kind="mind">Copy it now: it is not shown again. {says}</Notice>
      <fieldset className={classes.key}>
        <legend>{name}</legend>
        <code>{text}</code>
      </fieldset>
      {clipboard.error && (
        <Notice kind="wrong">The browser has not copied it. Please mark it, and copy it by hand.</Notice>
      )}
      <div className={classes.acts}>
        <Button ref={copy} onClick={() => clipboard.copy(text)}>
          <span aria-live="polite">{clipboard.copied ? 'Copied' : 'Copy'}</span>
        </Button>
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
