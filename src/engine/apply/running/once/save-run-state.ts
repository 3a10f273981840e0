import type { Address } from '../../../../model/address.ts';
import type { RunState } from '../../../../model/state/account-state.ts';
import { type ApplyState, findRemoteId } from '../../apply-state.ts';

/** Saves the last requested activation of a cycle; open intents stay open. */
export async function saveRunState(
  state: ApplyState,
  address: Address,
  run: RunState | null,
): Promise<void> {
  const known = state.records.get(address);
  const fresh = { address, kind: 'cycle', applied: {} } as const;
  const record = { ...(known ?? { ...fresh, remoteId: findRemoteId(state, address) }), run };
  state.records.set(address, record);
  await state.ports.store.update({ account: state.diff.desired.key, saveObjects: [record] });
}
