/** An event of the audit log, as it is read: KEY_CREATED is "Key created". */
export function eventInWords(event: string): string {
  const words = event.toLowerCase().replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
