import { readPointer, toPointer } from '../../../kit/json/json-pointer.ts';
import { isAccountId, isKey } from '../../../model/address.ts';
import type { WrittenEnvironment } from '../../../model/manifest/manifest.generated.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest-document.ts';
import type { KnownEnvironments, Variables } from '../../../model/manifest/variable.ts';
import type { SourceSpan } from '../../../model/source-span.ts';

export type PlaceholderTarget =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'input'; readonly name: string }
  | { readonly kind: 'account'; readonly what: 'id' | 'name' | 'env' }
  | { readonly kind: 'label'; readonly name: string };

/** Pointer of the blueprint that an account uses, in its document. */
export const usePointer = '/spec/blueprint';

const forms =
  /^(?:(vars|inputs)\.([a-zA-Z][a-zA-Z0-9]*)|account\.(id|name|env)|account\.labels\.([a-z0-9-]+))$/;

/** An environment and its variables; null if they are unknown. */
export type Scope = { readonly environment: string; readonly variables: Variables | null };

/** The value that an account has for an input; without `value` none. */
export type ResolvedInput = {
  readonly value?: unknown;
  readonly at: SourceSpan;
  /** Its value is missing or wrong, which is reported: nothing can be said of where it is used. */
  readonly isFaulty?: true;
};

/** Values of one account for its placeholders, besides the variables. */
export type AccountScope = {
  /** Inputs by name; null for an account without a blueprint. */
  readonly inputs: ReadonlyMap<string, ResolvedInput> | null;
  /** Name of the account in references to its secrets. */
  readonly secretName: string | null;
};

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
 * Parses `vars.NAME`, `inputs.NAME`, `account.id`, `account.name`, `account.env` or
 * `account.labels.KEY`; null for any other name.
 */
export function parsePlaceholder(name: string): PlaceholderTarget | null {
  const [, group, value = '', what, label] = forms.exec(name) ?? [];
  if (group !== undefined) return { kind: group === 'vars' ? 'variable' : 'input', name: value };
  if (label !== undefined) return { kind: 'label', name: label };
  return what === 'id' || what === 'name' || what === 'env' ? { kind: 'account', what } : null;
}

/** An account whose own values placeholders name. */
type Owner = Pick<AccountScope, 'secretName'> & {
  readonly written: unknown;
  readonly scope: Scope | null;
  /** True inside a reference to a secret. */
  readonly isInRef: boolean;
};

/**
 * Finds the id, name or label of an account; null if it has a mistake, which the schema reports.
 * `env` is the name in capitals with `_`; in references both are that of `secretName`.
 */
export function findOwnValue(
  target: Exclude<PlaceholderTarget, { kind: 'variable' | 'input' }>,
  { written, scope, secretName, isInRef }: Owner,
): string | null {
  if (target.kind === 'label') return readText(written, ['metadata', 'labels', target.name]);
  if (target.what === 'id') {
    const ofAll = readPointer(written, '/spec/id');
    const path = ofAll === undefined ? ['spec', 'ids', scope?.environment ?? ''] : ['spec', 'id'];
    return keepIf(isAccountId, readText(written, path));
  }
  const name = keepIf(isKey, readText(written, ['metadata', 'name']));
  if (target.what === 'name') return isInRef ? (secretName ?? name) : name;
  return (secretName ?? name)?.toUpperCase().replaceAll('-', '_') ?? null;
}

function keepIf(isRight: (text: string) => boolean, text: string | null): string | null {
  return text !== null && isRight(text) ? text : null;
}

function readText(written: unknown, path: readonly string[]): string | null {
  const value = readPointer(written, toPointer(path));
  return typeof value === 'string' ? value : null;
}
