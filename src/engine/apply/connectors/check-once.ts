import type { ConnectorDiff } from '../../../model/diff/field-diff.ts';
import type { CheckedConnector } from '../../../model/manifest/check.ts';
import { type ApplyState, findAccountId } from '../apply-state.ts';

/** Makes the checks of a connector unless this apply has made them; null where it has none or is not there. */
export async function checkOnce(
  scene: ApplyState,
  connector: ConnectorDiff,
): Promise<CheckedConnector | null> {
  const { address } = connector;
  const known = scene.checks.get(address);
  if (known !== undefined) return known;
  const id = scene.ids.get(address);
  if (id === undefined || connector.desired.desired.checks.length === 0) return null;
  const checked = await scene.check({ address, account: findAccountId(scene), connector: id });
  scene.checks.set(address, checked);
  return checked;
}
