import { formatArgument } from '../../../kit/text/format-argument.ts';
import type { Address } from '../../address.ts';

/** An answer to drift at one address, of the environment that it was found in: elsewhere it is another difference. */
export function formatDriftCommand(
  answer: '--adopt' | '--revert',
  { environment, address }: { readonly environment: string; readonly address: Address },
): string {
  return `cyclectl drift -e ${formatArgument(environment)} ${answer} ${formatArgument(address)}`;
}
