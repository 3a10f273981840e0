/** Uses what is being opened, and closes it whatever happens. */
export async function withOpened<Opened extends { close(): Promise<void> }, Result>(
  opening: Promise<Opened>,
  use: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const opened = await opening;
  try {
    return await use(opened);
  } finally {
    await opened.close();
  }
}
