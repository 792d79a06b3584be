/** Does two things at once. When the first fails, the second is told to stop; either way both have ended. */
export async function together<First, Second>(
  first: () => Promise<First>,
  second: (signal: AbortSignal) => Promise<Second>,
): Promise<[First, Second]> {
  const failed = new AbortController();
  const [one, other] = await Promise.allSettled([
    first().catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
    second(failed.signal),
  ]);
  if (one.status === 'rejected') throw one.reason;
  if (other.status === 'rejected') throw other.reason;
  return [one.value, other.value];
}
