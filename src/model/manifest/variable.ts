import { readPointer, toPointer } from '../../kit/json/json-pointer.ts';
import type { OwnerRule } from '../desired/scope/ownership.ts';
import type { UnmanagedPolicy } from '../observed/unmanaged.ts';
import type { SourceSpan } from '../source-span.ts';
import type { Scalar } from './interpolation.ts';
import type { ManifestDocument } from './manifest-document.ts';

/** Variables with keys of cyclectl itself. */
const keys: ReadonlySet<string> = new Set([
  'CYCLECTL_SECRET_KEY',
  'CYCLECTL_SECRET_KEY_OLD',
  'CYCLECTL_GIT_TOKEN',
  'SOPS_AGE_KEY',
  'SOPS_AGE_KEY_FILE',
]);

/** Variables that cyclectl reads itself, and that may have a password of the operator. */
const read: ReadonlySet<string> = new Set(['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']);

/** A variable of an environment, with its place in cyclectl.yaml; null if it is no scalar. */
export type Variable = { readonly value: Scalar | null; readonly at: SourceSpan };

/** The variables of an environment by name. */
export type Variables = ReadonlyMap<string, Variable>;

/**
 * The environments of a project by name. Variables are null if cyclectl.yaml is unreadable there;
 * owners and the policy of unmanaged changes are absent if not requested.
 */
export type KnownEnvironments = ReadonlyMap<
  string,
  {
    readonly variables: Variables | null;
    readonly ownership?: readonly OwnerRule[];
    readonly unmanaged?: UnmanagedPolicy;
  }
>;

/** The variables of an environment in cyclectl.yaml, even if the rest of it is invalid. */
export function toVariables(
  document: ManifestDocument<unknown>,
  environment: string,
): Variables | null {
  const root = ['spec', 'environments', environment, 'variables'];
  const written = readPointer(document.written, toPointer(root)) ?? {};
  if (typeof written !== 'object' || Array.isArray(written)) return null;
  return new Map(
    Object.entries(written).map(([name, value]: [string, unknown]) => {
      const at = document.spanOf(toPointer([...root, name]));
      return [name, { value: isScalar(value) ? value : null, at }];
    }),
  );
}

/** Returns whether a written value is text, a number or a boolean. */
export function isScalar(value: unknown): value is Scalar {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Returns whether a variable is a key of cyclectl itself, which must never be sent. */
export function isKeyVariable(name: string): boolean {
  return keys.has(name.toUpperCase());
}

/**
 * Returns whether a variable belongs to cyclectl, so that no manifest of an account may name it.
 * Case is ignored.
 */
export function isOwnVariable(name: string): boolean {
  const upper = name.toUpperCase();
  return upper.startsWith('CYCLECTL_') || keys.has(upper) || read.has(upper);
}
