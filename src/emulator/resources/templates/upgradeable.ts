import type { Call } from '../../http/call.ts';
import { makePageReply } from '../../http/paging.ts';
import type { Reply } from '../../http/reply.ts';
import { listCycleRows } from '../cycles/find-cycle.ts';
import { toCycleJson } from '../cycles/to-cycle-json.ts';
import { findUpgrade } from './migrate-cycle.ts';

/** GET /cycles/upgradeable: cycles whose template has a newer release (SERVICE A.5 [T]). */
export function listUpgradeable(call: Call): Reply {
  const rows = listCycleRows(call.state, call.accountId).filter(
    (row) => findUpgrade(call.state, row) !== undefined,
  );
  return makePageReply(
    call,
    rows.map((row) => ({ id: row.id, name: row.name, value: row })),
    (row) => toCycleJson(call.state, row),
  );
}
