import { Loader } from '@mantine/core';
import { MESSAGES } from '@tidewaiter/contract';
import classes from './retrieving.module.css';

/**
 * Lies over the screen while a search is opened and run (SPEC 2). It holds off the pointer and says so to those who listen; the focus stays
 * where it is, and the keyboard finds nothing below that would be lost.
 */
export function Retrieving({ shown }: { shown: boolean }) {
  return (
    <div role="status">
      {shown && (
        <div className={classes.overlay}>
          <p className="row gap-12 p-12-16 on-raised edged rounded-4 floats">
            <Loader size={20} aria-hidden />
            {MESSAGES.retrievingData}
          </p>
        </div>
      )}
    </div>
  );
}
