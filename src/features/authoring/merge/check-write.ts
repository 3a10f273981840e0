import { OperationalError } from '../../../kit/operational-error.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';

/**
 * Reports a failed write as a diagnostic; null on success. Covers errors of the machine such as a
 * full disk, because earlier writes must still be reported.
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
