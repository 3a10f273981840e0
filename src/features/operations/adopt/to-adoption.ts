import { listRefusedDiagnostics } from '../../../model/plan/refused.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import type { AdoptedObject, Adoption } from './adoption.ts';

/** Lists objects that a plan would adopt; none for an account without a plan. */
export function toAdoption(planned: PlannedAccount): Adoption {
  if (planned.kind === 'unplanned') {
    const { account, diagnostics, isUnread } = planned;
    return { kind: 'refused', account, diagnostics, isUnread };
  }
  const { account, changes, refused = [] } = planned.plan;
  const adopts = changes.flatMap((change): AdoptedObject[] => {
    if (change.verb !== 'adopt') return [];
    const { address, kind, remoteId, name } = change;
    return [{ address, kind, remoteId, name }];
  });
  const missing = changes.filter(({ verb }) => verb === 'create').length;
  const diagnostics = listRefusedDiagnostics(refused);
  return { kind: 'found', account, adopts, missing, diagnostics };
}
