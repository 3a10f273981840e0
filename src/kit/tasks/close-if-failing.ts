/** Uses an opened resource, and closes it on failure; throws the first error. */
export async function closeIfFailing<T>(
  opened: { close(): Promise<void> },
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    await Promise.allSettled([opened.close()]);
    throw error;
  }
}
