import type { Address } from '../../address.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { formatStateCommand } from './commands.ts';

/** Reports a single run that may have taken place; `at` is its time, null for one that was to run at once. */
export function reportUnknownRun(
  address: Address,
  at: string | null,
  environment: string,
): Diagnostic {
  const when = at === null ? '' : ` at ${at}`;
  const command = formatStateCommand('settle', { environment, address });
  return {
    code: 'single-run-unknown',
    severity: 'error',
    summary: `${address}: it is unknown if its single run${when} took place`,
    address,
    remedy: `It is not requested again. Check its runs in the console, then run ${command} done. After that it can run again.`,
  };
}
