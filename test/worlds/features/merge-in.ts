import { openRunContext } from '../../../src/engine/run/open-run.ts';
import { type FileMerge, mergeFile } from '../../../src/features/authoring/merge/merge-file.ts';
import type { WrittenField } from '../../../src/features/authoring/merge/merge-manifests.ts';
import type { Diagnostic } from '../../../src/model/diagnostic/diagnostic.ts';
import type { TestFixture } from '../fixture.ts';

/** Merge result of all accounts in a file; without a text if it does not change. */
export type TestMerge = {
  readonly kind: FileMerge['kind'];
  readonly text: string | null;
  readonly written: readonly WrittenField[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Content of a manifest file after a merge with the service. */
export async function mergeIn(fixture: TestFixture, file: string): Promise<TestMerge> {
  const { run } = await fixture.open();
  const entries = run.entries.filter((entry) => entry.file === file);
  const looking = await openRunContext(run.context, run.named);
  const merge = await mergeFile({ context: looking, foreign: null, width: 4 }, file, entries);
  const diagnostics = merge.accounts.flatMap((account) => account.diagnostics);
  if (merge.kind === 'left') return { kind: 'left', text: null, written: [], diagnostics };
  const written = merge.accounts.flatMap((account) => account.written);
  return { kind: 'merged', text: merge.text, written, diagnostics };
}
