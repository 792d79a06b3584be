/** What tests have a page keep for them. */
interface Window {
  /** What moved while nobody asked for it. */
  shifts: (number | string)[];
  /** What was drawn on canvases. */
  drawn: Set<string>;
}
