import type { Call } from '../../http/call.ts';
import { answerPage } from '../../http/paging.ts';
import type { Reply } from '../../http/reply.ts';
import { listCycleRows } from '../cycles/find-cycle.ts';
import { presentCycle } from '../cycles/present-cycle.ts';
import { findUpgrade } from './upgrade-cycle.ts';

/** GET /cycles/upgradeable: cycles whose template has a newer release (SERVICE A.5 [T]). */
export function listUpgradeable(call: Call): Reply {
  const rows = listCycleRows(call.state, call.accountId).filter(
    (row) => findUpgrade(call.state, row) !== undefined,
  );
  return answerPage(
    call,
    rows.map((row) => ({ id: row.id, name: row.name, value: row })),
    (row) => presentCycle(call.state, row),
  );
}
