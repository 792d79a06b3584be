/** It finds fields that have a message; the library marks password fields in a way of its own. */
const REFUSED = '[aria-invalid="true"], input[data-invalid="true"]';

/** Moves the focus to the first field that has a message, once it has been drawn. */
export function focusFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(REFUSED)?.focus());
}
