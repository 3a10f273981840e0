import { quoteArgument } from '../kit/quote-argument.ts';
import type { Address } from './address.ts';

/** A command about what is remembered of an object, for the environment in which that was found. */
export function writeStateCommand(
  verb: 'settle' | 'forget',
  { environment, address }: { readonly environment: string; readonly address: Address },
): string {
  return `cyclectl state ${verb} -e ${quoteArgument(environment)} ${quoteArgument(address)}`;
}
