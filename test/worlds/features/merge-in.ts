import { openRunContext } from '../../../src/engine/run/make-plan.ts';
import { type FileMerge, mergeFile } from '../../../src/features/authoring/merge/merge-file.ts';
import type { WrittenField } from '../../../src/features/authoring/merge/merge-manifests.ts';
import type { Diagnostic } from '../../../src/model/diagnostic/diagnostic.ts';
import type { TestFixture } from '../fixture.ts';

/** What all accounts of a file take over; without a text where it is left as it is. */
export type TestMerge = {
  readonly kind: FileMerge['kind'];
  readonly text: string | null;
  readonly written: readonly WrittenField[];
  readonly diagnostics: readonly Diagnostic[];
};

/** What a manifest file of a workplace would be once it took over what the service has. */
export async function mergeIn(place: TestFixture, file: string): Promise<TestMerge> {
  const { run } = await place.open();
  const entries = run.entries.filter((entry) => entry.file === file);
  const looking = await openRunContext(run.context, run.named);
  const merge = await mergeFile({ context: looking, foreign: null, width: 4 }, file, entries);
  const diagnostics = merge.accounts.flatMap((account) => account.diagnostics);
  if (merge.kind === 'left') return { kind: 'left', text: null, written: [], diagnostics };
  const written = merge.accounts.flatMap((account) => account.written);
  return { kind: 'merged', text: merge.text, written, diagnostics };
}
