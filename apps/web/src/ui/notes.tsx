import '@mantine/notifications/styles.layer.css';
import { type NotificationData, Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import classes from './notification.module.css';

/** A line stands so many milliseconds, long enough to be read twice. */
const SHOWN_MS = 6000;

const styles = { root: classes.note ?? '', description: classes.text ?? '', closeButton: classes.close ?? '' };

const CLOSE = { 'aria-label': 'Close', size: 'sm' };

/** Lines wait here until their place is there: one that comes with its live region is not read out. */
let waiting: NotificationData[] = [];
let isPlaced = false;

/** Shows a line in the place of the one before. */
export function showNote(
  note: Pick<NotificationData, 'message' | 'autoClose' | 'withCloseButton'>,
  kind: 'done' | 'wrong',
) {
  // The place is the live region: a role of the note's own would have it read twice.
  const line: NotificationData & { 'data-kind': string } = {
    withCloseButton: false,
    closeButtonProps: CLOSE,
    ...note,
    role: 'presentation',
    classNames: styles,
    'data-kind': kind,
  };
  if (!isPlaced) {
    waiting = [line];
    return;
  }
  notifications.clean();
  notifications.show(line);
}

/** Takes away the line that is shown or waits. */
export function clearNotes(): void {
  waiting = [];
  notifications.clean();
}

/** Places these lines at the foot of the window. They take no focus and cover nothing for long. */
export function Notes() {
  useEffect(() => {
    isPlaced = true;
    for (const line of waiting.splice(0)) notifications.show(line);
    return () => {
      isPlaced = false;
    };
  }, []);
  return (
    <Notifications
      position="bottom-center"
      containerWidth={560}
      autoClose={SHOWN_MS}
      allowDragDismiss={false}
      allowScrollDismiss={false}
      withinPortal={false}
      zIndex={300}
      limit={1}
      aria-live="polite"
      classNames={{ root: 'untouched' }}
    />
  );
}
