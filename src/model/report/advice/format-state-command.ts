import { formatArgument } from '../../../kit/text/format-argument.ts';
import type { Address } from '../../address.ts';
import type { RemoteId } from '../../live/live.ts';

/** A state command for an object, in the environment of the report. */
export function formatStateCommand(
  verb: 'settle' | 'forget',
  { environment, address }: { readonly environment: string; readonly address: Address },
): string {
  return `cyclectl state ${verb} -e ${formatArgument(environment)} ${formatArgument(address)}`;
}

/** The command that binds an object of the service to an entry; without an id it says ID. */
export function formatAdoptCommand(
  { environment, address }: { readonly environment: string; readonly address: Address },
  id: RemoteId | null,
): string {
  const live = id === null ? 'ID' : formatArgument(id);
  return `cyclectl adopt -e ${formatArgument(environment)} ${formatArgument(address)} ${live}`;
}
