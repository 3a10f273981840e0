import type { Fault } from '../../../src/emulator/control/faults.ts';
import type { RequestRecord } from '../../../src/emulator/http/request-log.ts';
import type { WrittenAccount } from '../../../src/model/manifest/manifest.generated.ts';
import type { AccountOutcome } from '../../../src/model/plan/outcome.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import { type DumpedAccount, findDumped } from '../console/dumped.ts';
import type { TestFixture } from '../fixture.ts';
import type { Draw } from '../generate/draw.ts';
import { formatManifestText } from '../generate/format-manifest-text.ts';
import type { Scenario } from '../laws/scenario.ts';
import { PolicyRefusal } from '../policy-refusal.ts';
import type { RoughReach } from './rough-reach.ts';

/** The context of a rough world, with what its laws share. */
export type RoughContext = {
  readonly fixture: TestFixture;
  readonly story: Scenario;
  readonly draw: Draw;
  readonly reach: RoughReach;
  readonly note: (text: string) => void;
  /** Ids of what others made, whatever its name. */
  readonly unmanaged: Set<string>;
  /** Keys of removed cycles that a person deleted in this turn, so that a connector could go. */
  readonly deleted: Set<string>;
};

/** Works while these faults are planted; gives what came of it and the requests that it made. */
export async function workAmid<T>(
  { fixture }: RoughContext,
  faults: readonly Fault[],
  work: () => Promise<T>,
): Promise<[T, readonly RequestRecord[]]> {
  const { emulator } = fixture;
  emulator.control.plantFaults(faults);
  const since = emulator.requests().length;
  try {
    const done = await work();
    return [done, emulator.requests().slice(since)];
  } finally {
    emulator.control.plantFaults([]);
  }
}

/** Applies a plan; nothing comes of one that policy refuses. By default all that it deletes is allowed. */
export async function applyAllowed(
  { fixture }: RoughContext,
  planned: readonly PlannedAccount[],
  allowDeletes = countDeletes(planned),
): Promise<readonly AccountOutcome[]> {
  try {
    return await fixture.apply({ planned, allowDeletes });
  } catch (error) {
    if (error instanceof PolicyRefusal) return [];
    throw error;
  }
}

export function countDeletes(planned: readonly PlannedAccount[]): number {
  const changes = planned.flatMap((each) => (each.kind === 'planned' ? each.plan.changes : []));
  return changes.filter(({ verb }) => verb === 'delete' || verb === 'replace').length;
}

export function isUnread(item: PlannedAccount): boolean {
  return item.kind === 'unplanned' && item.isUnread;
}

export function readAll({ fixture }: RoughContext): readonly DumpedAccount[] {
  return fixture.emulator.control.dump().accounts;
}

export function readOne({ fixture }: RoughContext, { spec }: WrittenAccount): DumpedAccount | null {
  return findDumped(fixture.emulator, spec.id ?? '');
}

/** The manifest of a plain account. */
export function makePlain(spec: {
  readonly id: string;
  readonly description: string;
}): WrittenAccount {
  const name = spec.id.split('.')[0] ?? spec.id;
  return { apiVersion: 'cyclectl/v1', kind: 'Account', metadata: { name }, spec };
}

export function writeFile({ fixture }: RoughContext, written: WrittenAccount): void {
  const path = `accounts/${written.metadata.name}.yaml`;
  fixture.manifests.set(path, formatManifestText(written));
}

/** Fails with these items, if there are any. */
export function demandNone(what: string, items: readonly unknown[]): void {
  if (items.length > 0) throw new Error(`${what}: ${JSON.stringify(items, null, 1)}`);
}

export function demandSame(what: string, before: unknown, after: unknown): void {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  throw new Error(`${what} has changed: ${JSON.stringify([before, after], null, 1)}`);
}
