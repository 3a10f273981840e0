import type { AccountState } from '../../../../src/model/state/account-state.ts';
import type { DumpedAccount } from '../../../worlds/console/dumped.ts';
import type { SimulatedService } from '../../simulated-service.ts';

/**
 * Ids of cycles of which neither the service shows nor state knows when they run. They start again
 * on what the manifest says.
 */
export function listUnclocked(
  { choices }: SimulatedService,
  before: readonly DumpedAccount[],
  states: ReadonlyMap<string, AccountState>,
): string[] {
  if (choices.scheduleReadable === 'yes') return [];
  const records = [...states.values()].flatMap(({ objects }) => [...objects.values()]);
  const known = new Set(records.filter(({ run }) => run !== null).map((each) => each.remoteId));
  return before.flatMap(({ cycles }) => cycles.map(({ id }) => id).filter((id) => !known.has(id)));
}
