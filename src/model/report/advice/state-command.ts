import { quoteArgument } from '../../../kit/text/quote-argument.ts';
import type { Address } from '../../address.ts';
import type { RemoteId } from '../../live/live.ts';

/** A command about what is remembered of an object, for the environment in which that was found. */
export function writeStateCommand(
  verb: 'settle' | 'forget',
  { environment, address }: { readonly environment: string; readonly address: Address },
): string {
  return `cyclectl state ${verb} -e ${quoteArgument(environment)} ${quoteArgument(address)}`;
}

/** The command that binds an object of the service to an entry; without an id it says ID. */
export function writeAdoptCommand(
  { environment, address }: { readonly environment: string; readonly address: Address },
  id: RemoteId | null,
): string {
  const live = id === null ? 'ID' : quoteArgument(id);
  return `cyclectl adopt -e ${quoteArgument(environment)} ${quoteArgument(address)} ${live}`;
}
