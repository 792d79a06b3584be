/** Goes on to the results: what was pressed for them is gone, and would take the focus with it. */
export function focusResults(): void {
  document.getElementById('results')?.focus({ preventScroll: true });
}
