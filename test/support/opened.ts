type Close = () => Promise<void> | void;

const opened: Close[] = [];

/**
 * Closes something after the test file that runs. A helper says so here and has no hook of its own:
 * modules are loaded once for many test files, and a hook is only for the file that it is made in.
 */
export function closeAfterFile(close: Close): void {
  opened.push(close);
}

/** Closes all of it, the last one first. What one of them throws is thrown when all are closed. */
export async function closeOpened(): Promise<void> {
  const errors: unknown[] = [];
  for (const close of opened.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors);
}
