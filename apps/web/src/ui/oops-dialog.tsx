import { Button, Modal } from '@mantine/core';
import { MESSAGES } from '@tidewaiter/contract';
import { useId } from 'react';

interface OopsDialogProps {
  /** What went wrong; null keeps the dialog closed. */
  message: string | null;
  onClose: () => void;
}

/** The 'Oops!' alert of SPEC 8: one message, one way on. */
export function OopsDialog({ message, onClose }: OopsDialogProps) {
  const id = useId();
  return (
    <Modal.Root opened={message !== null} onClose={onClose} size="sm" centered closeOnClickOutside={false}>
      <Modal.Overlay />
      {/* Mantine fixes the role on the content, so the alert dialog is the element inside it. */}
      <Modal.Content aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
        <div role="alertdialog" aria-modal="true" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
          <Modal.Header>
            <Modal.Title id={`${id}-title`} fw={600} fz="lg">
              {MESSAGES.oops}
            </Modal.Title>
          </Modal.Header>
          <Modal.Body>
            <p id={`${id}-text`}>{message}</p>
            <Button mt="lg" fullWidth onClick={onClose} data-autofocus>
              OK
            </Button>
          </Modal.Body>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
