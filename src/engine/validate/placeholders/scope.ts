import { readPointer } from '../../../kit/json/json-pointer.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import type { KnownEnvironments, Variables } from '../../../model/manifest/variable.ts';

/** An environment and its variables; null if they are unknown. */
export type Scope = { readonly environment: string; readonly variables: Variables | null };

/** Lists the known environments of an account; its manifest may have mistakes. */
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
