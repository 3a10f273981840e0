import type { Address } from '../../model/address.ts';
import { quoteArgument } from './quote-argument.ts';

/** The command that signs a connector in. */
export function writeConsentCommand(address: Address, environment: string): string {
  return `cyclectl consent -e ${quoteArgument(environment)} ${quoteArgument(address)}`;
}
