import { Revisions } from '../../../engine/index/revisions/revisions.ts';
import type { Run } from '../../../engine/run/open-run.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { Rollout } from '../../../model/state/rollout.ts';

/** The same run of some accounts, on the revisions as they are written now. */
export function withNewest<R extends Run>(run: R, entries: readonly AccountEntry[]): R {
  const { revisions: _, ...context } = run.context;
  return { ...run, context, entries };
}

/** The same run of some accounts, on the revision of a rollout, admitted or not. */
export function withRevision<R extends Run>(
  run: R,
  { fleet, revision }: Pick<Rollout, 'fleet' | 'revision'>,
  entries: readonly AccountEntry[],
): R {
  const { files, store } = run.context;
  const admissions = { fleets: [{ fleet, revision }], accounts: [] };
  const revisions = new Revisions(files, store, admissions);
  return { ...run, context: { ...run.context, revisions }, entries };
}
