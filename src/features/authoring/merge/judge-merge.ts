import { loadDocuments } from '../../../engine/load/load-documents.ts';
import { lookAtAccount } from '../../../engine/observe/look-at-account.ts';
import { withTexts } from '../../../engine/observe/with-texts.ts';
import { toPlanned } from '../../../engine/run/make-plan.ts';
import { validateAccount } from '../../../engine/validate/validate-account.ts';
import { splitPointer, toPointer } from '../../../kit/json/json-pointer.ts';
import type { Address } from '../../../model/address.ts';
import { hasErrors } from '../../../model/diagnostic/diagnostic.ts';
import { unescapePlaceholders } from '../../../model/manifest/interpolation.ts';
import { type LoadedFile, toAccountEntry } from '../../../model/manifest/manifest.ts';
import type { Files } from '../../../model/ports.ts';
import type { PlannedAccount } from '../../../model/report/report.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import type { Fault } from '../describe/described-account.ts';
import { type PlaceOf, placesIn, toFaults, withoutValues } from '../describe/prove-manifest.ts';
import type { LookedAccount } from './look-for-merge.ts';
import type { MergedAccount } from './merge-manifests.ts';

/** An account of a file that something was merged into. */
type Judged = { readonly looked: LookedAccount; readonly merged: MergedAccount };

/** Reads a merged text as the loader reads its file. */
export async function readMerged(
  files: Files,
  { file, text }: { readonly file: string; readonly text: string },
): Promise<LoadedFile> {
  return loadDocuments(withTexts(files, [{ path: file, text }]), file);
}

/**
 * What speaks against a text that something was merged into, by the same answers of the service: what makes it no
 * manifest, what was merged and would still be changed by a plan, and what a plan would do that it did not before.
 */
export async function findMergeFaults(
  loaded: LoadedFile,
  { looked, merged }: Judged,
): Promise<readonly Fault[]> {
  if (hasErrors(loaded.diagnostics)) return toFaults(loaded.diagnostics, () => null);
  const { entry, looking } = looked;
  const raw = loaded.documents.find(({ documentIndex }) => documentIndex === entry.documentIndex);
  if (raw === undefined) return [toFault('It has no such document any more')];
  const judged = validateAccount(raw, looking.environments);
  const placeOf = findPlaces(looked);
  if (judged.document === null) return toFaults(judged.diagnostics, placeOf);
  const now = { ...toAccountEntry(judged.document), document: raw };
  const blind = { ...looking, secrets: withoutValues(looking.secrets) };
  const planned = toPlanned(now, await lookAtAccount(blind, now), blind);
  if (planned.kind === 'unplanned') {
    return looked.planned.kind === 'unplanned' ? [] : toFaults(planned.diagnostics, placeOf);
  }
  return listFaults(planned, { looked, merged });
}

function listFaults(planned: PlannedAccount, { looked, merged }: Judged): readonly Fault[] {
  const before = new Set(listOpen(looked.planned).map(({ name }) => name));
  // What only goes with another field says what it said, and may be left for a plan to do.
  const moved = merged.written.filter(({ isMoved }) => isMoved);
  const taken = new Set(moved.map(({ address, field }) => `${address} ${field}`));
  const isTaken = ({ name, address }: Open) => taken.has(name) || merged.entries.includes(address);
  const placeOf = findPlaces(looked);
  return listOpen(planned)
    .filter((open) => isTaken(open) || !before.has(open.name))
    .map(({ name, at }) =>
      toFault(`The plan of what would be written has this to do: ${name}`, placeOf(at)),
    );
}

/** Something that a plan would do. */
type Open = { readonly name: string; readonly address: Address; readonly at: SourceSpan | null };

function listOpen(planned: PlannedAccount): readonly Open[] {
  if (planned.kind !== 'planned') return [];
  return planned.plan.changes.flatMap((change): Open[] => {
    const { address, verb } = change;
    if (verb === 'adopt' || verb === 'forget') return [];
    if (verb !== 'update') return [{ name: `${verb} ${address}`, address, at: change.at }];
    return change.fields.map(({ path, at }) => ({ name: `${address} ${path}`, address, at }));
  });
}

function toFault(summary: string, pointer: string | null = null): Fault {
  return { pointer, diagnostic: { code: 'not-proven', severity: 'error', summary } };
}

// A description has the names that are meant. A cycle file that is not written yet is that of an addition.
function findPlaces({ entry, found }: LookedAccount): PlaceOf {
  const placeOf = placesIn(found.additions ?? { written: found.document.written }, entry.file);
  return (at) => {
    const pointer = placeOf(at);
    if (pointer === null) return null;
    return toPointer(splitPointer(pointer).map(unescapePlaceholders));
  };
}
