import { OperationalError } from '../../../kit/operational-error.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';

/**
 * What an attempt to write files says against it; null where all is written. What the machine has against it, such as a
 * full disk, is told like what stands in the way, so that all that was written before is told too.
 */
export async function checkWrite(
  write: () => Promise<Diagnostic | null>,
): Promise<Diagnostic | null> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error;
    const { message: summary, remedy } = error;
    return { code: 'file-not-written', severity: 'error', summary, remedy };
  }
}
