import { findDocument } from '../../../engine/observe/find-document.ts';
import { findOrigin, type LayerValue } from '../../../engine/validate/layers/list-origins.ts';
import type { TextChange } from '../../../kit/files/unified-patch.ts';
import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { readMachine } from '../../../kit/machine.ts';
import { toCycleAddress } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { toEscapedText } from '../../../model/manifest/interpolation.ts';
import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import { formatSpan } from '../../../model/source-span.ts';
import { toRendered } from '../../fleet/format-rendered.ts';
import { findReplaced } from '../../fleet/rows/find-places.ts';
import { makeRowEdits, type Project } from '../../fleet/rows/make-row-edits.ts';

/** Change by which an account has a cycle of a file. */
export type PlacedEntry =
  /** A layer of the account has it already; the path is that of its file. */
  | { readonly kind: 'there'; readonly path: string }
  /** `other`: its own entry of the cycle has another origin. */
  | { readonly kind: 'added' | 'other'; readonly edit: TextChange }
  | { readonly kind: 'refused'; readonly diagnostic: Diagnostic; readonly edit: TextChange | null };

/**
 * Adds a cycle of a file to the override of a row, so that no other account gets it. Refuses a
 * cycle of another layer. Writes nothing.
 */
export async function addRowEntry(
  project: Pick<Project, 'files' | 'environments'>,
  entry: AccountEntry,
  { key, file }: { readonly key: string; readonly file: string },
): Promise<PlacedEntry> {
  const { document: raw } = entry;
  const names = [...project.environments.keys()];
  const [environment] = names;
  if (raw === null || environment === undefined) throw new Error(`the row ${entry.key} is sound`);
  const { document } = await findDocument({ ...project, environment }, entry);
  if (document === null) throw new Error(`the row ${entry.key} is in the index`);
  const was = toRendered(document, environment);
  const cycle = was.spec.cycles?.[key];
  const change = { path: ['cycles', key, 'from'], value: { file: toEscapedText(file) } };
  const origins = names.flatMap(
    (name) => findOrigin(findReplaced(change, raw, { environment: name, variables: null })) ?? [],
  );
  if (isSameJson(cycle?.from, { file }))
    return { kind: 'there', path: origins[0]?.at.file ?? entry.file };
  const origin = origins.find(({ layer }) => layer !== 'override');
  if (origin !== undefined)
    return { kind: 'refused', diagnostic: reportShared(entry, { key, file, origin }), edit: null };
  const cycles = { ...was.spec.cycles, [key]: { ...cycle, from: { file } } };
  const target = { ...was, spec: { ...was.spec, cycles } } as WrittenAccount;
  const fresh = { reason: 'imported', owner: readMachine().user };
  const row = { entry, changes: [change], target };
  const { edits, refused } = await makeRowEdits({ ...project, environment }, [row], fresh);
  const [edit] = edits;
  if (edit !== undefined) return { kind: origins.length === 0 ? 'added' : 'other', edit };
  return { kind: 'refused', diagnostic: reportUnwritten(entry, key), edit: refused[0] ?? null };
}

function reportShared(
  { key: account, layering }: AccountEntry,
  {
    key,
    file,
    origin: { layer, name, at },
  }: { readonly key: string; readonly file: string; readonly origin: LayerValue },
): Diagnostic {
  const fleet = layering?.fleet?.document.file ?? '';
  return reportError('cycle-of-layer', {
    summary: `This cycle comes from ${layer} ${name}; import replaces only a cycle that the override of its account has`,
    at,
    address: toCycleAddress(account, key),
    remedy: `For all accounts that have it, write from: {file: ${file}} at ${formatSpan(at)}. For ${account} alone, write cycles: {${key}: {from: {file: ${file}}}} in set of its override in ${fleet}. Or import it under a new key.`,
  });
}

function reportUnwritten({ key: account, at, layering }: AccountEntry, key: string): Diagnostic {
  return reportError('value-not-written', {
    summary: 'The cycle cannot be written as an override without another change',
    at,
    address: toCycleAddress(account, key),
    remedy: `Write it yourself in ${layering?.fleet?.document.file ?? ''}.`,
  });
}
