import { readPointer } from '../../../kit/json/json-pointer.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Fleet, PlacedRow } from '../../../model/manifest/layers.ts';
import type { Files } from '../../../model/ports.ts';
import { formatRevision, type Revision } from '../../../model/state/revision.ts';
import { loadDocuments } from '../../load/load-documents.ts';
import { withOverlay } from '../../load/with-overlay.ts';
import { type RowDocument, toRowDocument } from '../../validate/fleet/to-row-document.ts';
import { validateBlueprints } from '../../validate/fleet/validate-blueprints.ts';
import { validateFleet } from '../../validate/fleet/validate-fleet.ts';
import { readDigest, selectCycleFiles } from './read-digest.ts';

/** A revision that reads rows as manifests, and the project with its cycle files. */
export type OpenedRevision =
  | { readonly readRow: (row: PlacedRow) => RowDocument; readonly files: Files }
  | { readonly diagnostics: readonly Diagnostic[] };

type Opening = {
  /** The fleet as it is written now, whose overrides count. */
  readonly fleet: Fleet;
  readonly files: Files;
};

/** Opens a revision below the newest overrides. Its places name it: `FILE (8c1f02ab)`. */
export async function openRevision(
  revision: Revision,
  { fleet, files }: Opening,
): Promise<OpenedRevision> {
  const { digest, files: texts } = revision;
  if (readDigest(revision) !== digest) {
    return { diagnostics: [reportUnusable(revision, 'is damaged in the store')] };
  }
  const name = formatRevision(digest);
  const labelled = new Map(
    Object.entries(texts).map(([path, text]) => [`${path} (${name})`, text] as const),
  );
  const overlay = withOverlay(files, labelled);
  const loaded = await Promise.all(
    [...labelled.keys()].map((path) => loadDocuments(overlay, path)),
  );
  const documents = loaded.flatMap((file) => file.documents);
  const selectKind = (kind: string) =>
    documents.filter(({ written }) => readPointer(written, '/kind') === kind);
  const { blueprints, diagnostics } = validateBlueprints(selectKind('Blueprint'), null);
  // An environment that it names may be gone.
  const fleets = selectKind('Fleet').map((raw) =>
    validateFleet(raw, { blueprints, environments: null }),
  );
  const earlier = fleets.find((each) => each.fleet?.name === revision.fleet)?.fleet ?? null;
  const blueprint = blueprints.get(revision.blueprint);
  if (earlier === null || blueprint === undefined) {
    const found = [...diagnostics, ...fleets.flatMap((each) => each.diagnostics)];
    return { diagnostics: [reportUnusable(revision, 'is no longer valid'), ...found] };
  }
  const admitted = { ...fleet, blueprint, segments: earlier.segments };
  const cycleFiles = selectCycleFiles(earlier, texts);
  return {
    readRow: (row) => toRowDocument(admitted, row),
    files: withOverlay(files, new Map(Object.entries(cycleFiles))),
  };
}

function reportUnusable({ digest, fleet }: Revision, what: string): Diagnostic {
  return reportError('revision-unusable', {
    summary: `The revision ${formatRevision(digest)} of the fleet ${fleet} ${what}`,
    remedy: `Admit the newest revision: cyclectl rollout open ${fleet}`,
  });
}
