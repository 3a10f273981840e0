import { readPointer, toPointer } from '../../kit/json/json-pointer.ts';
import type { OwnerRule } from '../desired/scope/ownership.ts';
import type { SourceSpan } from '../source-span.ts';
import type { Scalar } from './interpolation.ts';
import type { ManifestDocument } from './manifest.ts';

/** A value that an environment gives to manifests, and where cyclectl.yaml has it; null where it is no value. */
export type Variable = { readonly value: Scalar | null; readonly at: SourceSpan };

/** The variables of an environment by name. */
export type Variables = ReadonlyMap<string, Variable>;

/**
 * The environments of a project by name; the variables of one are null where cyclectl.yaml is too broken to tell, and
 * who owns fields is absent where that is not asked.
 */
export type KnownEnvironments = ReadonlyMap<
  string,
  { readonly variables: Variables | null; readonly ownership?: readonly OwnerRule[] }
>;

/** What cyclectl.yaml gives as variables of an environment, in whatever state the rest of it is. */
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

function isScalar(value: unknown): value is Scalar {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
