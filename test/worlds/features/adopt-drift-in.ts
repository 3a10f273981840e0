import { openRunContext } from '../../../src/engine/run/open-run.ts';
import { adoptDrift } from '../../../src/features/authoring/adopt-drift/adopt-drift.ts';
import type { DriftAdoption } from '../../../src/features/authoring/adopt-drift/drift-adoption.ts';
import type { Destination } from '../../../src/features/fleet/rows/make-shared-edits.ts';
import type { Address } from '../../../src/model/address.ts';
import type { TestFixture } from '../fixture.ts';

/** Drift that the project's files would adopt: all, or that of some addresses. */
export async function adoptDriftIn(
  fixture: TestFixture,
  ...addresses: readonly string[]
): Promise<DriftAdoption> {
  return adoptDriftInto(fixture, null, addresses);
}

/** The same with the choice of where the changes of all accounts go. */
export async function adoptDriftInto(
  fixture: TestFixture,
  into: Destination | null,
  addresses: readonly string[] = [],
): Promise<DriftAdoption> {
  const { run } = await fixture.open();
  const looking = await openRunContext(run.context, run.named);
  const asked = addresses as readonly Address[];
  const { entries } = run;
  return adoptDrift({
    context: looking,
    entries,
    all: entries,
    addresses: asked,
    width: 4,
    follow: (items) => items,
    owner: 'it',
    choice: { said: () => into, ask: async () => null },
  });
}

/** The text that a file would have, or has where it is left as it is. */
export function textAfter(fixture: TestFixture, { files }: DriftAdoption, path: string): string {
  return files.find((edit) => edit.path === path)?.after ?? fixture.manifests.get(path) ?? '';
}
