import type { Address } from '../../../../model/address.ts';
import { toReplacement } from '../../../../model/desired/scope/deposed.ts';
import type { SentActivation } from '../../../../model/state/account-state.ts';
import type { ApplyState } from '../../apply-state.ts';

/** Saves the last requested activation of a cycle; open intents stay open. */
export async function saveRunState(
  state: ApplyState,
  address: Address,
  run: SentActivation | null,
): Promise<void> {
  const known = state.records.get(address);
  if (known === undefined) throw new Error(`${address} has no state entry`);
  const record = { ...known, run };
  state.records.set(address, record);
  await state.ports.store.update({ account: state.diff.desired.key, saveObjects: [record] });
}

/**
 * Saves a single run of unknown outcome with the replacement of its cycle, which is deleted. A
 * replacement that was started has no need of it.
 */
export async function saveUnknownRun(state: ApplyState, deposed: Address): Promise<void> {
  const replacement = toReplacement(deposed);
  const run = state.records.get(deposed)?.run;
  if (replacement === null || run?.isUnknown !== true) return;
  if (state.records.get(replacement)?.run !== null) return;
  await saveRunState(state, replacement, { ...run, earlier: null });
}
