/** Goes on with what was opened, and closes it where that fails. */
export async function closeIfFailing<T>(
  opened: { close(): Promise<void> },
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    await opened.close();
    throw error;
  }
}
