import type { ReactNode } from 'react';

interface ScrollBoxProps {
  label: string;
  className: string | undefined;
  children: ReactNode;
}

/** Scrolls its content. Whoever has no pointer scrolls it, too, once it has the focus. */
export function ScrollBox({ label, className, children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
