import { formatArgument } from '../../../kit/text/format-argument.ts';
import type { Address } from '../../address.ts';
import type { Refusal } from '../../diagnostic/code-stops.ts';
import type { LiveStructure } from '../../live/reading.ts';

/** Reports the differences between a cycle and the file that it was created from. */
export function reportNotKept(
  cycle: { readonly environment: string; readonly address: Address; readonly path: string },
  { notStored }: LiveStructure,
): Refusal {
  const { environment, address, path } = cycle;
  const command = `cyclectl export -e ${formatArgument(environment)} ${formatArgument(address)} --out ${formatArgument(path)}`;
  return {
    code: 'cycle-file-not-kept',
    severity: 'error',
    summary: `${address}: the service accepted ${path}, but created a cycle that differs from it`,
    detail: notStored.join('; '),
    address,
    remedy: `The new cycle stays paused, and the old one keeps running. Update the file to match the service: ${command}. Or restore the earlier content of the file.`,
  };
}
