/** Which part of a list is asked for: pages count from 0. */
export interface Page {
  number: number;
  size: number;
}
