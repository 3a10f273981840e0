import { withOverlay } from '../../../engine/load/with-overlay.ts';
import { git, withUnmetStaying } from '../../../engine/observe/source.ts';
import type { Run } from '../../../engine/run/open-run.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { Admissions, Revision } from '../../../model/state/revision.ts';

/** The same run of some accounts, on the newest revision: with its very texts, whatever changes in their files. */
export function withNewest<R extends Run>(
  run: R,
  revision: Revision,
  entries: readonly AccountEntry[],
): R {
  const { revisions: _, files, ...context } = run.context;
  const texts = new Map(Object.entries(revision.files));
  return {
    ...run,
    context: { ...context, files: withOverlay(files, texts) },
    entries,
    source: withUnmetStaying(run.source ?? git),
  };
}

/** The same run of some accounts, on these revisions, admitted or not. */
export function withAdmissions<R extends Run>(
  run: R,
  admissions: Admissions,
  entries: readonly AccountEntry[],
): R {
  const { revisions } = run.context;
  if (revisions === undefined) throw new Error('A run of a rollout has no revisions');
  return {
    ...run,
    context: { ...run.context, revisions: revisions.withAdmissions(admissions) },
    entries,
    source: withUnmetStaying(run.source ?? git),
  };
}
