import { parseDocuments } from '../../../src/engine/load/parse-documents.ts';
import { resolveAccount } from '../../../src/engine/resolve/resolve-account.ts';
import { validateAccount } from '../../../src/engine/validate/validate-account.ts';
import { toHash } from '../../../src/kit/hash.ts';
import type { DesiredFields } from '../../../src/model/fields/field-value.ts';
import type { Secrets } from '../../../src/model/ports.ts';
import { environments } from '../../support/values/check-account.ts';
import { makeSecrets } from '../../support/values/read-manifests.ts';

/** Resolves the account of a manifest that must be valid. */
export async function resolve(text: string, secrets: Secrets = makeSecrets({})) {
  const [raw] = parseDocuments('accounts/acme.yaml', text).documents;
  const document = raw === undefined ? null : validateAccount(raw, environments).document;
  if (document === null) throw new Error('the manifest of this test is not valid');
  return resolveAccount(document, 'prod', secrets);
}

/** The first entry of a section. */
export async function resolveOne(
  text: string,
  section: 'connectors' | 'cycles',
  secrets?: Secrets,
) {
  const setting = (await resolve(text, secrets))?.[section];
  return setting?.kind === 'set' ? [...setting.value.values()][0] : undefined;
}

/** The fields as pairs of path and value; a secret as its reference and what was printed. */
export function listFields(fields: DesiredFields | undefined): [string, unknown][] {
  return [...(fields ?? [])].map(([path, { value }]) => [
    path,
    value.kind === 'plain' ? value.value : value.secret,
  ]);
}

/** The fingerprint of a text by the secrets of tests. */
export const print = (text: string) => `test:${toHash(text)}`;
