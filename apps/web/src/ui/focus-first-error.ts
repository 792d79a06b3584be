/** A field that has a message; the library marks password fields in a way of its own. */
const REFUSED = '[aria-invalid="true"], input[data-invalid="true"]';

/** After the messages have been drawn, to the first field that has one. */
export function focusFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(REFUSED)?.focus());
}
