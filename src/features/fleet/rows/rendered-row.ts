import { indexManifests } from '../../../engine/index/index-manifests.ts';
import { parseDocuments } from '../../../engine/load/parse-documents.ts';
import { withTexts } from '../../../engine/load/with-overlay.ts';
import { findDocument } from '../../../engine/observe/find-document.ts';
import type { RunContext } from '../../../engine/observe/run-context.ts';
import { resolveDocument } from '../../../engine/validate/resolve-document.ts';
import { validateAccount } from '../../../engine/validate/validate-account.ts';
import { toPointer } from '../../../kit/json/json-pointer.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';
import { type AccountEntry, toAccountEntry } from '../../../model/manifest/manifest.ts';
import type { Environment } from '../../../model/manifest/project.ts';
import type { Files } from '../../../model/ports.ts';
import { formatRendered, toRendered } from '../format-rendered.ts';
import { type ChangedSetting, listChangedSettings } from './find-places.ts';

/** A row as a file of its account in one environment, for what writes into files; it is written nowhere. */
export type RenderedRow = {
  /** The entry of the file. */
  readonly entry: AccountEntry;
  readonly file: string;
  /** Context in which the file is there. */
  readonly context: RunContext;
  /** Returns a diagnostic of the file with the place of its value in the layers of the row. */
  readonly locate: (diagnostic: Diagnostic) => Diagnostic;
  /** Reads the changes of a new text of the file. */
  readonly readChanges: (text: string) => RowChanges;
};

/** Settings that a row must have. */
export type RowChanges = {
  /** null if no layer can express them. */
  readonly changes: readonly ChangedSetting[] | null;
  /** The manifest that the row must come to. */
  readonly target: WrittenAccount;
};

/** Renders a row as a file of its account. */
export async function openRenderedRow(
  context: RunContext,
  entry: AccountEntry,
): Promise<RenderedRow> {
  const { environment, environments } = context;
  const { document } = await findDocument(context, entry);
  if (document === null) throw new Error(`the row ${entry.key} is in the index`);
  // Below the table there is no file, so that none of the project has this path.
  const file = `${entry.file}/${entry.key}.yaml`;
  const text = formatRendered(toRendered(document, environment));
  const read = (own: string) => {
    const [raw] = parseDocuments(file, own).documents;
    const valid = raw === undefined ? null : validateAccount(raw, environments).document;
    if (raw === undefined || valid === null) throw new Error(`${file} is a valid manifest`);
    return { raw, valid };
  };
  const { raw, valid } = read(text);
  const { id } = entry;
  return {
    entry: { ...toAccountEntry(valid), id, document: raw },
    file,
    context: { ...context, files: withTexts(context.files, [{ path: file, text }]) },
    locate: (diagnostic) => {
      const { at } = diagnostic;
      if (at?.file !== file) return diagnostic;
      return { ...diagnostic, at: document.spanOf(at.pointer) };
    },
    readChanges: (changed) => {
      const after = read(changed).raw;
      return {
        changes: listChangedSettings(raw.written, after.written),
        target: toRendered(resolveDocument(after, environment, environments), environment),
      };
    },
  };
}

/** Manifests of accounts by environment, then by name. */
export type RenderedAccounts = ReadonlyMap<string, ReadonlyMap<string, WrittenAccount>>;

/** Renders some accounts of a project in every environment; those with mistakes are left out. */
export async function listRendered(
  files: Files,
  keys: ReadonlySet<string>,
): Promise<RenderedAccounts> {
  const { project, index } = await indexManifests(files);
  const environments: ReadonlyMap<string, Environment> = project?.environments ?? new Map();
  const entries = index.accounts.filter(({ key }) => keys.has(key));
  const all = new Map<string, ReadonlyMap<string, WrittenAccount>>();
  for (const environment of environments.keys()) {
    const rendered = new Map<string, WrittenAccount>();
    for (const entry of entries) {
      const { document } = await findDocument({ files, environment, environments }, entry);
      if (document !== null) rendered.set(entry.key, toRendered(document, environment));
    }
    all.set(environment, rendered);
  }
  return all;
}

/** Returns whether an account changes nothing but some settings, in any environment. */
export function isChangedAlone(
  key: string,
  changes: readonly ChangedSetting[],
  { was, is }: Readonly<Record<'was' | 'is', RenderedAccounts>>,
): boolean {
  const paths = new Set(changes.map(({ path }) => toPointer(path)));
  return [...is].every(([environment, accounts]) => {
    const found = listChangedSettings(was.get(environment)?.get(key), accounts.get(key));
    return found?.every(({ path }) => paths.has(toPointer(path))) ?? false;
  });
}
