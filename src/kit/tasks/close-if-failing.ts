/** Goes on with what was opened, and closes it where that fails; what failed first is what is thrown. */
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
