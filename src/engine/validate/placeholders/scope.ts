import { readPointer } from '../../../kit/json/json-pointer.ts';
import type { WrittenEnvironment } from '../../../model/manifest/manifest.generated.ts';
import type { ManifestDocument, RawDocument } from '../../../model/manifest/manifest.ts';
import type { KnownEnvironments, Variables } from '../../../model/manifest/variable.ts';

export type PlaceholderTarget =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'account'; readonly what: 'id' | 'name' }
  | { readonly kind: 'label'; readonly name: string };

const forms = /^(?:vars\.([a-zA-Z][a-zA-Z0-9]*)|account\.(id|name)|account\.labels\.([a-z0-9-]+))$/;

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

/**
 * Lists the environments of a project that have a service; others have mistakes and lack a part.
 */
export function listEnvironments({
  written,
}: ManifestDocument<unknown>): readonly (readonly [string, WrittenEnvironment])[] {
  const environments = readPointer(written, '/spec/environments');
  if (typeof environments !== 'object' || environments === null) return [];
  return Object.entries(environments as Readonly<Record<string, WrittenEnvironment>>).filter(
    ([, environment]) => isMap(environment) && isMap(environment.service),
  );
}

function isMap(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/**
 * Parses `vars.NAME`, `account.id`, `account.name` or `account.labels.KEY`; null for any other
 * name.
 */
export function parsePlaceholder(name: string): PlaceholderTarget | null {
  const [, variable, what, label] = forms.exec(name) ?? [];
  if (variable !== undefined) return { kind: 'variable', name: variable };
  if (label !== undefined) return { kind: 'label', name: label };
  return what === 'id' || what === 'name' ? { kind: 'account', what } : null;
}
