/** An event of the audit log, as it is read: KEY_CREATED is "Key created". */
export function eventInWords(event: string): string {
  const words = event.toLowerCase().replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** What an entry says besides, as it is read: `{"startsOn":"2026-12-01","countries":null}` is "starts on 2026-12-01". */
export function detailsInWords(details: string): string {
  return Object.entries(JSON.parse(details))
    .filter(([, value]) => value !== null && value !== false)
    .map(
      ([name, value]) =>
        `${eventInWords(name.replace(/[A-Z]/g, ' $&')).toLowerCase()} ${typeof value === 'object' ? JSON.stringify(value) : value}`,
    )
    .join(', ');
}
