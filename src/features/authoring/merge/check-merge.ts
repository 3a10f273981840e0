import { loadDocuments } from '../../../engine/load/load-documents.ts';
import { withTexts } from '../../../engine/load/with-overlay.ts';
import { observeAccount } from '../../../engine/observe/observe-account.ts';
import { fromManifest } from '../../../engine/observe/source.ts';
import { toPlanned } from '../../../engine/run/planning/to-planned.ts';
import { validateAccount } from '../../../engine/validate/validate-account.ts';
import { parsePointer, toPointer } from '../../../kit/json/json-pointer.ts';
import type { Address } from '../../../model/address.ts';
import { hasErrors } from '../../../model/diagnostic/diagnostic.ts';
import { toUnescapedText } from '../../../model/manifest/interpolation.ts';
import { type LoadedFile, toAccountEntry, withLayering } from '../../../model/manifest/manifest.ts';
import { selectOtherRefused } from '../../../model/plan/refused.ts';
import type { Files } from '../../../model/ports.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import type { Fault } from '../describe/described-account.ts';
import {
  listRefusedFaults,
  makeToPointer,
  type ToPointer,
  toFault,
  toFaults,
  withNoValues,
} from '../describe/verify-manifest.ts';
import type { MergedAccount } from './merge-manifests.ts';
import type { ObservedAccount } from './observe-for-merge.ts';

/** Account of a merged file. */
type MergedPair = { readonly looked: ObservedAccount; readonly merged: MergedAccount };

/** Reads a merged text as the loader reads its file. */
export async function readMerged(
  files: Files,
  { file, text }: { readonly file: string; readonly text: string },
): Promise<LoadedFile> {
  return loadDocuments(withTexts(files, [{ path: file, text }]), file);
}

/**
 * Lists faults of a merged text by the same reads of the service: invalid manifests, merged values
 * that a plan would still change, and new changes of a plan.
 */
export async function listMergeFaults(
  loaded: LoadedFile,
  { looked, merged }: MergedPair,
): Promise<readonly Fault[]> {
  if (hasErrors(loaded.diagnostics)) return toFaults(loaded.diagnostics, () => null);
  const { entry, context } = looked;
  const found = loaded.documents.find(({ documentIndex }) => documentIndex === entry.documentIndex);
  if (found === undefined) return [toFault('The document no longer exists')];
  const raw = withLayering(found, entry);
  const checked = validateAccount(raw, context.environments);
  const placeOf = makeMergeToPointer(looked);
  if (checked.document === null) return toFaults(checked.diagnostics, placeOf);
  const now = { ...toAccountEntry(checked.document), document: raw };
  const blind = { ...context, secrets: withNoValues(context.secrets) };
  const planned = toPlanned(now, await observeAccount(blind, fromManifest(now)), blind);
  if (planned.kind === 'unplanned') {
    return looked.planned.kind === 'unplanned' ? [] : toFaults(planned.diagnostics, placeOf);
  }
  const known = looked.planned.kind === 'planned' ? looked.planned.plan.refused : [];
  const refused = selectOtherRefused(planned.plan.refused ?? [], known ?? []);
  return [...listRefusedFaults(refused, placeOf), ...listFaults(planned, { looked, merged })];
}

function listFaults(planned: PlannedAccount, { looked, merged }: MergedPair): readonly Fault[] {
  const before = new Set(listOpenChanges(looked.planned).map(({ name }) => name));
  // Ignores fields that only travel with another one, because a plan may still change those.
  const moved = merged.written.filter(({ isMoved }) => isMoved);
  const taken = new Set(moved.map(({ address, field }) => `${address} ${field}`));
  const isTaken = ({ name, address }: OpenChange) =>
    taken.has(name) || merged.entries.includes(address);
  const placeOf = makeMergeToPointer(looked);
  return listOpenChanges(planned)
    .filter((open) => isTaken(open) || !before.has(open.name))
    .map(({ name, at }) =>
      toFault(`A plan of the merged manifest would still change ${name}`, placeOf(at)),
    );
}

/** Change that a plan would make. */
type OpenChange = {
  readonly name: string;
  readonly address: Address;
  readonly at: SourceSpan | null;
};

function listOpenChanges(planned: PlannedAccount): readonly OpenChange[] {
  if (planned.kind !== 'planned') return [];
  return planned.plan.changes.flatMap((change): OpenChange[] => {
    const { address, verb } = change;
    if (verb === 'adopt' || verb === 'forget') return [];
    if (verb !== 'update') return [{ name: `${verb} ${address}`, address, at: change.at }];
    return change.fields.map(({ path, at }) => ({ name: `${address} ${path}`, address, at }));
  });
}

// Points to the names of a description; the file of a new cycle is that of its addition.
function makeMergeToPointer({ entry, found }: ObservedAccount): ToPointer {
  const placeOf = makeToPointer(found.additions ?? { written: found.document.written }, entry.file);
  return (at) => {
    const pointer = placeOf(at);
    if (pointer === null) return null;
    return toPointer(parsePointer(pointer).map(toUnescapedText));
  };
}
