import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Notice } from './notice.js';
import classes from './secret-dialog.module.css';
import { TitledModal } from './titled-modal.js';

interface ShownOnceProps {
  /** What it is called. */
  name: string;
  text: string;
  /** What whoever has it can do with it. */
  says: string;
  onDone: () => void;
}

/** A secret that was just made, with the way to copy it: nobody sees it again. */
function ShownOnce({ name, text, says, onDone }: ShownOnceProps) {
  const clipboard = useClipboard({ timeout: 2000 });
  const copy = useRef<HTMLButtonElement>(null);
  // The button that was pressed went with its form.
  useEffect(() => copy.current?.focus(), []);
  return (
    <div className="grid gap-16">
      <Notice kind="mind">Copy it now: it is not shown again. {says}</Notice>
      <fieldset className={classes.key}>
        <legend>{name}</legend>
        <code>{text}</code>
      </fieldset>
      {clipboard.error && (
        <Notice kind="wrong">The browser has not copied it. Please mark it, and copy it by hand.</Notice>
      )}
      <div className="wrap gap-8">
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

interface SecretDialogProps {
  /** While something is filled in, and once the secret is there. */
  titles: readonly [asks: string, shows: string];
  opened: boolean;
  secret: Pick<ShownOnceProps, 'name' | 'says'>;
  onClose: () => void;
  /** What is filled in; it is handed what takes the secret that was made, and what closes the dialog. */
  children: (onMade: (secret: string) => void, close: () => void) => ReactNode;
}

/** Makes a secret, and shows it, once: while it is there, nothing but the button closes the dialog. */
export function SecretDialog({ titles: [asks, shows], opened, secret, onClose, children }: SecretDialogProps) {
  const [made, setMade] = useState<string | null>(null);
  const close = () => {
    setMade(null);
    onClose();
  };
  return (
    <TitledModal
      title={made === null ? asks : shows}
      opened={opened}
      size="md"
      closeOnEscape={made === null}
      closeOnClickOutside={made === null}
      bodyClass="dialog-body"
      onClose={close}
    >
      {made === null ? children(setMade, close) : <ShownOnce {...secret} text={made} onDone={close} />}
    </TitledModal>
  );
}
