import { Button, type ButtonProps, Loader } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import classes from './action-button.module.css';

interface ActionButtonProps
  extends Omit<ButtonProps, 'loading'>,
    Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  /** Its act is under way: it takes no second press. */
  busy: boolean;
  /** Its act is done, once and for all. */
  done?: boolean;
}

/**
 * Starts an act that takes a while. The button stays enabled for the browser, meanwhile and afterwards: one that is disabled loses the
 * focus, and whoever works by keyboard the place on the screen.
 */
export function ActionButton({ busy, done = false, onClick, children, ...props }: ActionButtonProps) {
  return (
    <Button
      {...props}
      data-disabled={done}
      aria-disabled={busy || done || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy || done) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span className={classes.label} data-busy={busy || undefined}>
        {children}
      </span>
      {busy && <Loader className="m-auto absolute inset-0" size={18} color="currentColor" aria-hidden />}
    </Button>
  );
}
