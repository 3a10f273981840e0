type Close = () => Promise<void> | void;

const opened: Close[] = [];

/**
 * Closes a resource after the running test file. Helpers register here, because modules are loaded
 * once for many test files and a hook is bound to one.
 */
export function closeAfterFile(close: Close): void {
  opened.push(close);
}

/** Closes all resources, last first; then throws their errors. */
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
