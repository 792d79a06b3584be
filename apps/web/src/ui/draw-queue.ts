/** Draws what waits to be drawn, one thing in a frame: a screen of charts that comes into view at once must not hold up who scrolls it. */
const waiting = new Set<() => void>();
let running = false;

function next(): void {
  const [draw] = waiting;
  if (!draw) {
    running = false;
    return;
  }
  waiting.delete(draw);
  draw();
  requestAnimationFrame(next);
}

/** @returns leaves the queue again, where it is not drawn yet */
export function drawInItsFrame(draw: () => void): () => void {
  waiting.add(draw);
  if (!running) {
    running = true;
    requestAnimationFrame(next);
  }
  return () => waiting.delete(draw);
}

/** Draws all that waits, at once: what is printed has no further frames. */
export function drawWaiting(): void {
  for (const draw of waiting) draw();
  waiting.clear();
}
