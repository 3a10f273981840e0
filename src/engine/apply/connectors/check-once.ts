import type { ConnectorDiff } from '../../../model/diff/field-diff.ts';
import type { CheckedConnector } from '../../../model/manifest/check.ts';
import { type ApplyState, findAccountId } from '../apply-state.ts';

/** Runs the checks of a connector once per apply; null if it has none or does not exist. */
export async function checkOnce(
  state: ApplyState,
  connector: ConnectorDiff,
): Promise<CheckedConnector | null> {
  const { address } = connector;
  const known = state.checks.get(address);
  if (known !== undefined) return known;
  const id = state.ids.get(address);
  if (id === undefined || connector.desired.desired.checks.length === 0) return null;
  const checked = await state.check({ address, account: findAccountId(state), connector: id });
  state.checks.set(address, checked);
  return checked;
}
