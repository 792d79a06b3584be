declare module 'fs-native-extensions' {
  /** Takes an exclusive advisory lock on an open file; false when another open file description holds it. */
  export function tryLock(fd: number): boolean;
}
