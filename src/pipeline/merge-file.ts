import { writeCanonicalJson } from '../kit/canonical-json.ts';
import { hashText } from '../kit/hash.ts';
import { type Diagnostic, hasErrors } from '../model/diagnostic.ts';
import type { AccountEntry } from '../model/manifest.ts';
import type { Files } from '../model/ports.ts';
import { loadAccount } from '../stages/load/load-account.ts';
import { loadDocuments } from '../stages/load/load-documents.ts';
import { findMeaning } from '../stages/validate/find-meaning.ts';
import { validateAccount } from '../stages/validate/validate-account.ts';
import type { FoundAccount } from '../stages/write/found-account.ts';
import { type MergedText, mergeManifests } from '../stages/write/merge-manifests.ts';
import { type Looking, lookAtAccount } from './look-at-account.ts';

/**
 * A manifest file that takes over what the service has; its text as it is to be written, byte order mark and all.
 * `left`: nothing may be written, since an account of it could not be looked at, or what came of it is no manifest.
 */
export type FileMerge =
  | ({ readonly kind: 'merged' } & MergedText)
  | { readonly kind: 'left'; readonly diagnostics: readonly Diagnostic[] };

/** Looks at accounts of one file and merges what has moved in the service into its text. Writes nothing. */
export async function mergeFile(
  looking: Looking,
  file: string,
  entries: readonly AccountEntry[],
): Promise<FileMerge> {
  const { environment, environments } = looking;
  const reading = await looking.files.read(file);
  const text = reading.ok ? reading.text : '';
  // What is looked at is the text that is edited, whatever happens to the file meanwhile.
  const files: Files = { ...looking.files, read: async () => reading };
  const found: FoundAccount[] = [];
  for (const entry of entries) {
    const { document: raw, diagnostics } = await loadAccount(files, toUnread(entry));
    if (raw === null) return { kind: 'left', diagnostics };
    const document = findMeaning(raw, environment, environments);
    const sight = await lookAtAccount(looking, { ...entry, document: raw });
    if (sight.kind !== 'seen') return { kind: 'left', diagnostics: sight.diagnostics };
    const variables = environments.get(environment)?.variables ?? null;
    found.push({ document, raw, variables, diff: sight.diff });
  }
  const merged = mergeManifests(text, found);
  const faults = await judgeText(looking, { file, text: merged.text, entries });
  if (faults.length > 0) return { kind: 'left', diagnostics: [...merged.diagnostics, ...faults] };
  const mark = reading.ok && reading.hasMark === true ? '\ufeff' : '';
  return { kind: 'merged', ...merged, text: mark + merged.text };
}

// The text may have been written since the index was made: only the same was judged.
function toUnread(entry: AccountEntry): AccountEntry {
  const { document } = entry;
  if (document === null) return entry;
  return { ...entry, document: null, digest: hashText(writeCanonicalJson(document.written)) };
}

// The service may have what no rule of ours lets pass: a time zone by another name, a text that it evaluates.
async function judgeText(
  { files, environments }: Looking,
  {
    file,
    text,
    entries,
  }: {
    readonly file: string;
    readonly text: string;
    readonly entries: readonly AccountEntry[];
  },
): Promise<readonly Diagnostic[]> {
  const merged: Files = { ...files, read: async () => ({ ok: true, text }) };
  const loaded = await loadDocuments(merged, file);
  const said = [
    ...loaded.diagnostics,
    ...loaded.documents.flatMap((raw) => validateAccount(raw, environments).diagnostics),
  ];
  if (!hasErrors(said)) return [];
  return entries.slice(0, 1).map(({ at }) => ({
    code: 'value-not-written',
    severity: 'error',
    summary: `What the service has makes no manifest of ${file}: ${said.find(({ severity }) => severity === 'error')?.summary ?? ''}`,
    at,
    remedy: 'Change it in the service, or let apply put it back; the file was left as it is.',
  }));
}
