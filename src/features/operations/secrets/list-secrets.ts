import { addExpectedSecrets } from '../../../engine/observe/add-expected-secrets.ts';
import { findDocument } from '../../../engine/observe/find-document.ts';
import { resolveAccount } from '../../../engine/resolve/resolve-account.ts';
import { compareTexts } from '../../../kit/text/compare-texts.ts';
import { toFieldAddress } from '../../../model/address.ts';
import { listOtherPaths } from '../../../model/desired/step-label.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { Environment } from '../../../model/manifest/project.ts';
import type { KnownEnvironments } from '../../../model/manifest/variable.ts';
import type { Files, Secrets, StoreReader } from '../../../model/ports.ts';
import { classifyRef, formatSecretRef, type SecretRef } from '../../../model/secret/secret.ts';
import { listSecretFields } from './list-secret-fields.ts';
import { classifyUse, type ListedSecret, type SecretUse } from './secret-use.ts';

/** Places to search for secrets, without the service. */
export type SecretSearch = {
  readonly files: Files;
  readonly secrets: Secrets;
  readonly store: StoreReader;
  readonly environment: Environment;
  readonly environments: KnownEnvironments;
  readonly entries: readonly AccountEntry[];
};

/** Lists every reference of the environment and its accounts, sorted as printed. */
export async function listSecrets(search: SecretSearch): Promise<{
  readonly secrets: readonly ListedSecret[];
  readonly diagnostics: readonly Diagnostic[];
}> {
  const found = new Map<string, { readonly ref: SecretRef; readonly uses: SecretUse[] }>();
  const add = (ref: SecretRef, use: SecretUse): void => {
    const from = formatSecretRef(ref);
    const known = found.get(from) ?? { ref, uses: [] };
    found.set(from, known);
    known.uses.push(use);
  };
  for (const { ref, place: location } of listOwnRefs(search.environment)) {
    add(ref, { place: location, state: 'signs-in', writtenAt: null, keyId: null });
  }
  const diagnostics: Diagnostic[] = [];
  const { secrets: source, environment } = search;
  addExpectedSecrets({ secrets: source, environment: environment.name }, search.entries);
  for (const entry of search.entries) {
    diagnostics.push(...(await addAccount(search, entry, add)));
  }
  const sorted = [...found].sort(([left], [right]) => compareTexts(left, right));
  const secrets: ListedSecret[] = [];
  for (const [from, { ref, uses }] of sorted) {
    const { fingerprint, lack = 'not-set', reason } = await search.secrets.bind(ref);
    secrets.push({
      from,
      kind: classifyRef(ref),
      lack: fingerprint === null ? lack : null,
      ...(reason === undefined ? {} : { reason }),
      uses,
    });
  }
  return { secrets, diagnostics };
}

async function addAccount(
  search: SecretSearch,
  entry: AccountEntry,
  add: (ref: SecretRef, use: SecretUse) => void,
): Promise<readonly Diagnostic[]> {
  const name = search.environment.name;
  const { document, diagnostics } = await findDocument({ ...search, environment: name }, entry);
  const desired = document === null ? null : await resolveAccount(document, name, search.secrets);
  if (desired === null) return diagnostics;
  const { objects } = await search.store.readState(entry.key);
  for (const { object, path, refs, fingerprint } of listSecretFields(desired)) {
    const kept = objects.get(object)?.applied ?? {};
    const known = [path, ...listOtherPaths(path)].find((each) => kept[each] !== undefined);
    const applied = known === undefined ? null : (kept[known] ?? null);
    const place = toFieldAddress(object, path);
    for (const ref of refs) add(ref, { place, ...classifyUse(fingerprint, applied) });
  }
  return diagnostics;
}

function listOwnRefs({
  name,
  service,
  store,
}: Environment): readonly { readonly ref: SecretRef; readonly place: string }[] {
  const database =
    store.kind === 'postgres' ? [{ ref: store.url, place: `environment ${name}, store` }] : [];
  if (service.kind === 'emulator') return database;
  const { token } = service;
  const location = `environment ${name}, token`;
  const refs = token.kind === 'token' ? [token.accessToken] : [token.clientId, token.clientSecret];
  const own = refs.flatMap((ref) => (typeof ref === 'string' ? [] : [{ ref, place: location }]));
  return [...own, ...database];
}
