import type { RequestRecord } from '../../../src/emulator/http/request-log.ts';
import { findFieldRow } from '../../../src/model/fields/fields.ts';
import { type AccountOutcome, isSuccess } from '../../../src/model/plan/outcome.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import { classifyHit } from '../../worlds/rough/draw-faults.ts';
import type { Tally } from '../tally.ts';

/** Counts what an apply was about and which faults it met. */
export function tallyApply(
  tally: Tally,
  met: {
    readonly planned: readonly PlannedAccount[];
    readonly records: readonly RequestRecord[];
    readonly outcomes: readonly AccountOutcome[] | null;
  },
): void {
  for (const record of met.records) {
    if (record.fault === null) continue;
    tally.count(`fault ${record.fault}`);
    const hit = classifyHit(record);
    if (hit !== null) tally.count(`${hit.kind} is ${hit.moment}`);
  }
  const changes = met.planned.flatMap((each) => (each.kind === 'planned' ? each.plan.changes : []));
  for (const change of changes) {
    tally.count(`${change.kind} ${change.verb}`);
    if (change.verb !== 'create' && change.verb !== 'update') continue;
    const rows = change.fields.map(({ path }) => findFieldRow(change.kind, path).path);
    for (const row of new Set(rows)) tally.count(`row ${change.kind} ${row}`);
  }
  for (const outcome of met.outcomes ?? [])
    tally.count(isSuccess(outcome) ? 'account done' : 'account failed');
}
