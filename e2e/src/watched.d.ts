/** What tests have a page keep for them. */
interface Window {
  /** What has moved, and how much that is of the window, as browsers sum it. */
  moves: { value: number; what: string[] }[];
  /** What was drawn on canvases. */
  drawn: Set<string>;
}
