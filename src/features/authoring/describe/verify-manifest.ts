import { parseDocuments } from '../../../engine/load/parse-documents.ts';
import { observeAccount, type RunContext } from '../../../engine/observe/observe-account.ts';
import { toPlanned } from '../../../engine/run/make-plan.ts';
import { validateAccount } from '../../../engine/validate/validate-account.ts';
import { toPointer } from '../../../kit/json/json-pointer.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { toAccountEntry } from '../../../model/manifest/manifest.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import { maxFileBytes, type Secrets } from '../../../model/ports.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import { selectDescribed } from './account/select-described.ts';
import type { DescribedAccount, Fault } from './described-account.ts';
import { formatManifest } from './yaml/format-manifest.ts';

/** More rounds are not needed: what refers to something that was left out goes in the next. */
const maxRounds = 8;

/** A manifest as a file whose plan is empty, or why there is none. */
export type ManifestVerification =
  | { readonly kind: 'proven'; readonly text: string; readonly described: DescribedAccount }
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] };

/**
 * Makes the file of a description and lets it prove itself: it is read, judged and planned as any manifest is, and what
 * is refused or would change something is left out until the plan has nothing to do. Secrets have no value meanwhile,
 * which leaves what is there alone, as for whoever has not provided them yet.
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
  return refuse([toFault({ summary: 'Leaving out what is at fault leads to no manifest' })]);
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
    return [toFault({ summary: 'Its manifest would be larger than a file that cyclectl reads' })];
  }
  const { documents, diagnostics } = parseDocuments(file, text);
  const [raw] = documents;
  if (raw === undefined || documents.length > 1) return toFaults(diagnostics, placeOf);
  const checked = validateAccount(raw, context.environments);
  if (checked.document === null) return toFaults([...diagnostics, ...checked.diagnostics], placeOf);
  const entry = { ...toAccountEntry(checked.document), document: raw };
  const observation = await observeAccount(context, entry);
  const planned = toPlanned(entry, observation, context);
  return planned.kind === 'planned'
    ? listChanged(planned.plan, placeOf)
    : toFaults(planned.diagnostics, placeOf);
}

/** The JSON pointer in the manifest of what is at a place; null where that is none of it. */
export type ToPointer = (at: SourceSpan | null | undefined) => string | null;

/** What a cycle file is at fault for its cycle is. */
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

/** Errors as faults of the places that they name. */
export function toFaults(diagnostics: readonly Diagnostic[], placeOf: ToPointer): readonly Fault[] {
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map((diagnostic) => ({ pointer: placeOf(diagnostic.at), diagnostic }));
}

// What a plan would do, at the places of the manifest that it would do it for.
function listChanged({ changes, operations }: AccountPlan, placeOf: ToPointer): readonly Fault[] {
  if (operations.length === 0) return [];
  const faults = changes.flatMap((change): Fault[] => {
    if (change.verb === 'adopt' || change.verb === 'forget') return [];
    const fields = change.verb === 'update' ? change.fields : [];
    const summary = 'what the service has there cannot be written so that it stays as it is';
    if (fields.length === 0) return [toFault({ summary, pointer: placeOf(change.at) })];
    return fields.map(({ at }) => toFault({ summary, pointer: placeOf(at) }));
  });
  return faults.length > 0
    ? faults
    : operations.map(({ does }) => toFault({ summary: `The plan would do this: ${does}` }));
}

function toFault({
  summary,
  pointer = null,
}: {
  readonly summary: string;
  readonly pointer?: string | null;
}): Fault {
  return { pointer, diagnostic: { code: 'not-proven', severity: 'error', summary } };
}

// The place in a file that is not written helps nobody.
function refuse(faults: readonly Fault[]): ManifestVerification {
  const diagnostics = faults.map(({ diagnostic: { at: _, ...diagnostic } }) => diagnostic);
  return { kind: 'refused', diagnostics };
}

/** Secrets of which none has a value: what a file shall hold whoever reads it. */
export function withNoValues(secrets: Secrets): Secrets {
  return {
    fingerprint: (text) => secrets.fingerprint(text),
    read: async () => null,
    bind: async (ref) => ({ ref, fingerprint: null, lack: 'not-set' }),
  };
}
