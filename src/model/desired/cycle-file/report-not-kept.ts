import { formatArgument } from '../../../kit/text/format-argument.ts';
import type { Address } from '../../address.ts';
import type { Refusal } from '../../diagnostic/code-stops.ts';
import type { LiveStructure } from '../../live/reading.ts';

/** Says of a cycle that was made from a file what the service built otherwise than it was sent. */
export function reportNotKept(
  cycle: { readonly environment: string; readonly address: Address; readonly path: string },
  { notStored }: LiveStructure,
): Refusal {
  const { environment, address, path } = cycle;
  const command = `cyclectl export -e ${formatArgument(environment)} ${formatArgument(address)} --out ${formatArgument(path)}`;
  return {
    code: 'cycle-file-not-kept',
    severity: 'error',
    summary: `${address}: the service took ${path} with success and built it otherwise`,
    detail: notStored.join('; '),
    address,
    remedy: `What it made is left paused, and what runs in its place runs on. Write into the file what the service keeps: ${command}. Or put back what the file said before.`,
  };
}
