import { parseDocuments } from '../../../engine/load/parse-documents.ts';
import { observeAccount } from '../../../engine/observe/observe-account.ts';
import type { RunContext } from '../../../engine/observe/run-context.ts';
import { fromManifest } from '../../../engine/observe/source.ts';
import { toPlanned } from '../../../engine/run/planning/to-planned.ts';
import { validateAccount } from '../../../engine/validate/validate-account.ts';
import { toPointer } from '../../../kit/json/json-pointer.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { toAccountEntry } from '../../../model/manifest/manifest.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import { listRefusedDiagnostics, type RefusedObject } from '../../../model/plan/refused.ts';
import { maxFileBytes, type Secrets } from '../../../model/ports.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import { selectDescribed } from './account/select-described.ts';
import type { DescribedAccount, Fault } from './described-account.ts';
import { formatManifest } from './format-manifest.ts';

/** Bounds the rounds, because one round removes what refers to removed parts of the one before. */
const maxRounds = 8;

/** Manifest with an empty plan, or the reason why there is none. */
export type ManifestVerification =
  | { readonly kind: 'proven'; readonly text: string; readonly described: DescribedAccount }
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] };

/**
 * Writes a description as a file and verifies it: removes parts until it is valid and its plan is
 * empty. Secrets have no value here, so a plan leaves them unchanged.
 */
export async function verifyManifest(
  context: RunContext,
  { described, file }: { readonly described: DescribedAccount; readonly file: string },
): Promise<ManifestVerification> {
  const blind = { ...context, secrets: withNoValues(context.secrets) };
  let left = described;
  for (let round = 0; round < maxRounds; round += 1) {
    const text = formatManifest(left.written, left.remarks);
    const faults = await listManifestFaults(blind, {
      text,
      file,
      placeOf: makeToPointer(left, file),
    });
    if (faults.length === 0) return { kind: 'proven', text, described: left };
    const pruned = selectDescribed(left, faults);
    if (pruned === null) return refuse(faults);
    left = pruned;
  }
  return refuse([toFault('No valid manifest remains without the invalid parts')]);
}

async function listManifestFaults(
  context: RunContext,
  {
    text,
    file,
    placeOf,
  }: { readonly text: string; readonly file: string; readonly placeOf: ToPointer },
): Promise<readonly Fault[]> {
  if (new TextEncoder().encode(text).length > maxFileBytes) {
    return [toFault('Its manifest would exceed the size limit of a file')];
  }
  const { documents, diagnostics } = parseDocuments(file, text);
  const [raw] = documents;
  if (raw === undefined || documents.length > 1) return toFaults(diagnostics, placeOf);
  const checked = validateAccount(raw, context.environments);
  if (checked.document === null) return toFaults([...diagnostics, ...checked.diagnostics], placeOf);
  const entry = { ...toAccountEntry(checked.document), document: raw };
  const observation = await observeAccount(context, fromManifest(entry));
  const planned = toPlanned(entry, observation, context);
  if (planned.kind === 'unplanned') return toFaults(planned.diagnostics, placeOf);
  const refused = listRefusedFaults(planned.plan.refused ?? [], placeOf);
  return refused.length > 0 ? refused : listChanged(planned.plan, placeOf);
}

/** Converts the reasons of refused objects to faults; what only depends on one has none. */
export function listRefusedFaults(
  refused: readonly RefusedObject[],
  placeOf: ToPointer,
): readonly Fault[] {
  const own = listRefusedDiagnostics(refused).filter(({ code }) => code !== 'connector-refused');
  return toFaults(own, placeOf);
}

/** Maps a span to its JSON pointer in the manifest; null outside of it. */
export type ToPointer = (at: SourceSpan | null | undefined) => string | null;

/** Assigns faults of a cycle file to its cycle. */
export function makeToPointer(
  { written }: Pick<DescribedAccount, 'written'>,
  file: string,
): ToPointer {
  const cycles = Object.entries(written.spec.cycles ?? {});
  const owners = new Map(
    cycles.flatMap(([key, { from }]): [string, string][] =>
      'file' in from ? [[from.file, toPointer(['spec', 'cycles', key])]] : [],
    ),
  );
  return (at) => {
    if (at === undefined || at === null) return null;
    return at.file === file ? at.pointer : (owners.get(at.file) ?? null);
  };
}

/** Converts errors to faults at their places. */
export function toFaults(diagnostics: readonly Diagnostic[], placeOf: ToPointer): readonly Fault[] {
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map((diagnostic) => ({ pointer: placeOf(diagnostic.at), diagnostic }));
}

// Converts planned changes to faults at their places.
function listChanged({ changes, operations }: AccountPlan, placeOf: ToPointer): readonly Fault[] {
  if (operations.length === 0) return [];
  const faults = changes.flatMap((change): Fault[] => {
    if (change.verb === 'adopt' || change.verb === 'forget') return [];
    const fields = change.verb === 'update' ? change.fields : [];
    const summary = 'its live value cannot be written without a change in the service';
    if (fields.length === 0) return [toFault(summary, placeOf(change.at))];
    return fields.map(({ at }) => toFault(summary, placeOf(at)));
  });
  return faults.length > 0
    ? faults
    : operations.map(({ does }) => toFault(`The plan would not be empty: ${does}`));
}

/** A fault of the proof of a manifest. */
export function toFault(summary: string, pointer: string | null = null): Fault {
  return { pointer, diagnostic: reportError('not-proven', { summary }) };
}

// Drops spans, because they point into an unwritten file.
function refuse(faults: readonly Fault[]): ManifestVerification {
  const diagnostics = faults.map(({ diagnostic: { at: _, ...diagnostic } }) => diagnostic);
  return { kind: 'refused', diagnostics };
}

/** Hides the values of secrets, because a file must suit every reader. */
export function withNoValues(secrets: Secrets): Secrets {
  return {
    expect: () => undefined,
    fingerprint: (text) => secrets.fingerprint(text),
    read: async () => null,
    bind: async (ref) => ({ ref, fingerprint: null, lack: 'not-set' }),
  };
}
