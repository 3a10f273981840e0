import { readPointer } from '../../../kit/json/json-pointer.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import type { KnownEnvironments, Variables } from '../../../model/manifest/variable.ts';

/** An environment that a manifest is read for, and the variables of it; null where they cannot be known. */
export type Scope = { readonly environment: string; readonly variables: Variables | null };

/** The environments in which the account of a manifest exists, as far as they are known; the manifest may have mistakes. */
export function listScopes(
  { written }: RawDocument,
  environments: KnownEnvironments | null,
): readonly Scope[] {
  const ids = readPointer(written, '/spec/ids');
  const hasIds = typeof ids === 'object' && ids !== null;
  return [...(environments ?? [])]
    .filter(([name]) => !hasIds || Object.hasOwn(ids, name))
    .map(([environment, { variables }]) => ({ environment, variables }));
}
