import { Drawer, Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
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

/** Shows something over the screen, under its title: the focus goes in, stays in, and comes back to what opened it. */
export function TitledModal(props: TitledModalProps) {
  const { title, opened, size, ruled, closeOnEscape = true, closeOnClickOutside = true, onClose } = props;
  const { contentClass = '', bodyClass = '' } = props;
  // It knows where the focus comes back to when it is opened, not when it begins open, as one does that was fetched to be opened.
  const [isThere, setIsThere] = useState(false);
  useEffect(() => setIsThere(true), []);
  return (
    <Modal.Root
      opened={opened && isThere}
      closeOnEscape={closeOnEscape}
      closeOnClickOutside={closeOnClickOutside}
      onClose={onClose}
      size={size}
      classNames={{ content: contentClass }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes.head} data-ruled={ruled}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
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
      <Drawer.Title className={classes.title}>{title}</Drawer.Title>
      <Drawer.CloseButton aria-label="Close" />
    </div>
  );
}

/** Shows a form in a modal. */
export function FormDialog(props: Omit<TitledModalProps, 'size' | 'ruled' | 'contentClass' | 'bodyClass'>) {
  return <TitledModal {...props} size="md" bodyClass={classes.form} />;
}
