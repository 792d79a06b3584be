import { Drawer, Modal } from '@mantine/core';
import { type ReactNode, useEffect, useId, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import classes from './titled-modal.module.css';

interface TitledModalProps {
  title: string;
  opened: boolean;
  size: string | number;
  /** The head stays at the top of a long content, above a rule. */
  ruled?: boolean;
  /** False while an alert stands over the modal: Escape is the alert's. */
  closeOnEscape?: boolean;
  /** False while what it shows is lost with it. */
  closeOnClickOutside?: boolean;
  contentClass?: string | undefined;
  bodyClass?: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** The modals that are open, the topmost last. */
let open: readonly string[] = [];
const listeners = new Set<() => void>();

function setOpen(next: readonly string[]): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether no other modal stands over one that is open: Escape is the topmost one's. */
function useIsTopmost(opened: boolean): boolean {
  const id = useId();
  // Before anything can be pressed.
  useLayoutEffect(() => {
    if (!opened) return undefined;
    setOpen([...open, id]);
    return () => setOpen(open.filter((one) => one !== id));
  }, [opened, id]);
  return useSyncExternalStore(subscribe, () => open.at(-1) === id || !open.includes(id));
}

/** Shows something over the screen, under its title: the focus goes in, stays in, and comes back to what opened it. */
export function TitledModal(props: TitledModalProps) {
  const { title, opened, size, ruled, closeOnEscape = true, closeOnClickOutside = true, onClose } = props;
  const { contentClass = '', bodyClass = '' } = props;
  // It knows where the focus comes back to when it is opened, not when it begins open, as one does that was fetched to be opened.
  const [isThere, setIsThere] = useState(false);
  useEffect(() => setIsThere(true), []);
  const isTopmost = useIsTopmost(opened);
  return (
    <Modal.Root
      opened={opened && isThere}
      closeOnEscape={closeOnEscape && isTopmost}
      closeOnClickOutside={closeOnClickOutside}
      onClose={onClose}
      size={size}
      classNames={{ content: contentClass }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes.head} data-ruled={ruled}>
          <Modal.Title className="strong">{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body className={bodyClass}>{props.children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Heads a drawer as a modal. */
export function DrawerHead({ title }: { title: string }) {
  return (
    <div className={classes.head} data-ruled>
      <Drawer.Title className="strong">{title}</Drawer.Title>
      <Drawer.CloseButton aria-label="Close" />
    </div>
  );
}

/** Shows a form in a modal. */
export function FormDialog(props: Omit<TitledModalProps, 'size' | 'ruled' | 'contentClass' | 'bodyClass'>) {
  return <TitledModal {...props} size="md" bodyClass="dialog-body" />;
}
