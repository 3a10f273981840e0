import { listManifests } from '../../../src/engine/load/list-manifests.ts';
import {
  loadAccount,
  loadDocuments,
  loadProject,
} from '../../../src/engine/load/load-documents.ts';
import { resolveAccount } from '../../../src/engine/resolve/resolve-account.ts';
import { resolveProject } from '../../../src/engine/resolve/resolve-project.ts';
import { resolveDocument } from '../../../src/engine/validate/resolve-document.ts';
import { validateAccount } from '../../../src/engine/validate/validate-account.ts';
import { validateProject } from '../../../src/engine/validate/validate-project.ts';
import { toHash } from '../../../src/kit/hash.ts';
import type { DesiredAccount } from '../../../src/model/desired/desired.ts';
import type { Diagnostic } from '../../../src/model/diagnostic/diagnostic.ts';
import { type AccountEntry, toAccountEntry } from '../../../src/model/manifest/manifest.ts';
import type { Project } from '../../../src/model/manifest/project.ts';
import type { Files, Secrets } from '../../../src/model/ports.ts';
import {
  formatSecretRef,
  type SecretRef,
  SecretValue,
  toFingerprint,
} from '../../../src/model/secret/secret.ts';

/** Result of both walks over a project folder. */
export type Reading = {
  readonly project: Project | null;
  readonly entries: readonly AccountEntry[];
  readonly accounts: readonly DesiredAccount[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Takes a project folder through load, validate and resolve, as the pipeline does. */
export async function readManifests(
  files: Files,
  options: { readonly environment: string; readonly secrets?: Secrets },
): Promise<Reading> {
  const diagnostics: Diagnostic[] = [];
  const loaded = await loadProject(files);
  diagnostics.push(...loaded.diagnostics);
  const checked = loaded.document === null ? null : validateProject(loaded.document);
  diagnostics.push(...(checked?.diagnostics ?? []));
  if (checked === null || checked.document === null) {
    return { project: null, entries: [], accounts: [], diagnostics };
  }
  const project = resolveProject(checked.document);
  const { environments } = project;
  const listed = await listManifests(files, checked.document);
  diagnostics.push(...listed.diagnostics);
  const entries: AccountEntry[] = [];
  for (const path of listed.paths) {
    const file = await loadDocuments(files, path);
    diagnostics.push(...file.diagnostics);
    for (const raw of file.documents) {
      const { document, diagnostics: found } = validateAccount(raw, environments);
      diagnostics.push(...found);
      if (document !== null) entries.push(toAccountEntry(document));
    }
  }
  const accounts: DesiredAccount[] = [];
  for (const entry of entries) {
    const { document: raw } = await loadAccount(files, entry);
    if (raw === null || validateAccount(raw, environments).document === null) continue;
    const document = resolveDocument(raw, options.environment, environments);
    const secrets = options.secrets ?? makeSecrets({});
    const account = await resolveAccount(document, options.environment, secrets);
    if (account !== null) accounts.push(account);
  }
  return { project, entries, accounts, diagnostics };
}

/** Secrets by the text of their reference (`$NAME` or a path). */
export function makeSecrets(values: Readonly<Record<string, string>>): Secrets {
  const read = (ref: SecretRef) => {
    const text = values[formatSecretRef(ref)] ?? '';
    return text === '' ? null : new SecretValue(text);
  };
  const print = (text: string) => toFingerprint('test', toHash(text));
  return {
    expect: () => undefined,
    read: async (ref) => read(ref),
    bind: async (ref) => ({ ref, fingerprint: read(ref)?.fingerprint(print) ?? null }),
    fingerprint: print,
  };
}

/** A project folder in memory. */
export function makeFiles(texts: Readonly<Record<string, string>>): Files {
  return {
    read: async (path) => {
      const text = texts[path];
      return text === undefined ? { ok: false, problem: 'missing' } : { ok: true, text };
    },
    listPassedOver: async () => [],
    listYaml: async (folder) => {
      const paths = Object.keys(texts).filter((path) => path.startsWith(`${folder}/`));
      return paths.length === 0 ? null : paths.filter((path) => /\.ya?ml$/.test(path)).sort();
    },
  };
}
