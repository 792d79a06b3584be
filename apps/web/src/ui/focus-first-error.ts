/** It finds fields that have a message; the library marks password fields in a way of its own. */
const REFUSED = '[aria-invalid="true"], input[data-invalid="true"]';

/** Frames in which the messages may be drawn: what a call was refused for is drawn when the page comes to it. */
const FRAMES = 30;

/** Moves the focus to the first field that has a message, once it has been drawn. */
export function focusFirstError(form: HTMLElement | null, frames = FRAMES): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>(REFUSED);
    if (field) field.focus();
    else if (frames > 1) focusFirstError(form, frames - 1);
  });
}
