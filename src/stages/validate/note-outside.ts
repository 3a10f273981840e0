import { readPointer, toPointer } from '../../kit/json-pointer.ts';
import type { AccountDocument, ManifestDocument, ProjectDocument } from '../../model/manifest.ts';
import { writeOrigin } from '../../model/operator-bounds.ts';
import type { OutsideName, OutsideNames } from '../../model/outside-name.ts';
import { writeSecretRef } from '../../model/secret.ts';
import { pathOfRef } from '../../model/secret-path.ts';
import { listEnvironments } from './list-environments.ts';
import { listRefs, type PlacedRef } from './list-refs.ts';

/** Notes what an account names of its surroundings: variables, and the origin that its errors are sent to. */
export function noteAccount(names: OutsideNames, document: AccountDocument): void {
  const { spec } = document.written;
  const environments = spec.id === undefined ? new Set(Object.keys(spec.ids ?? {})) : null;
  const webhook = '/spec/errorWebhook/url';
  const url = spec.errorWebhook?.url;
  if (typeof url === 'string') {
    noteOrigin(names, document, { url, pointer: webhook, environments });
  }
  for (const placed of listRefs('Account', document.written)) {
    noteVariable(names, document, { ...placed, environments });
    noteHidden(names, document, { ...placed, environments, address: webhook });
  }
}

/** Notes what a project names of its surroundings, for each environment what that one names. */
export function noteProject(names: OutsideNames, document: ProjectDocument): void {
  for (const [name, { service }] of listEnvironments(document)) {
    const environments = new Set([name]);
    const own = ['spec', 'environments', name];
    for (const key of ['baseUrl', 'authUrl'] as const) {
      const url = 'emulator' in service ? undefined : service[key];
      if (url === undefined) continue;
      noteOrigin(names, document, {
        url,
        pointer: toPointer([...own, 'service', key]),
        environments,
      });
    }
    const store = toPointer([...own, 'store', 'postgres']);
    for (const placed of listEnvironmentRefs(document, name)) {
      noteVariable(names, document, { ...placed, environments });
      noteHidden(names, document, { ...placed, environments, address: store });
    }
  }
}

/** The references of one environment: of its token and its store. */
export function listEnvironmentRefs(
  { written }: ProjectDocument,
  name: string,
): readonly PlacedRef[] {
  const own = toPointer(['spec', 'environments', name]);
  return [...listRefs('Project', readPointer(written, own), own)];
}

type Use = { readonly pointer: string; readonly environments: OutsideName['environments'] };

// An address that is read differently by different programs goes by its own text, which no list allows.
function noteOrigin(
  names: OutsideNames,
  document: ManifestDocument<unknown>,
  { url, pointer, environments }: Use & { readonly url: string },
): void {
  const name = writeOrigin(url) ?? url;
  names.add({ kind: 'origin', name }, { in: environments, at: () => document.spanOf(pointer) });
}

function noteVariable(
  names: OutsideNames,
  document: ManifestDocument<unknown>,
  { ref, pointer, environments }: Use & PlacedRef,
): void {
  if (!('env' in ref)) return;
  const found = { kind: 'variable', name: ref.env } as const;
  names.add(found, { in: environments, at: () => document.spanOf(pointer) });
}

// The branch may have written the file as well: nobody knows where the address leads.
function noteHidden(
  names: OutsideNames,
  document: ManifestDocument<unknown>,
  { ref, pointer, environments, address }: Use & PlacedRef & { readonly address: string },
): void {
  if (pointer !== address || pathOfRef(ref) === null) return;
  const found = { kind: 'address-in-file', name: writeSecretRef(ref) } as const;
  names.add(found, { in: environments, at: () => document.spanOf(pointer) });
}
