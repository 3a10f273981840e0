import { quoteArgument } from '../../../kit/text/quote-argument.ts';
import type { Address } from '../../address.ts';

/** An answer to drift at one address, of the environment that it was found in: elsewhere it is another difference. */
export function writeDriftCommand(
  answer: '--adopt' | '--revert',
  { environment, address }: { readonly environment: string; readonly address: Address },
): string {
  return `cyclectl drift -e ${quoteArgument(environment)} ${answer} ${quoteArgument(address)}`;
}
