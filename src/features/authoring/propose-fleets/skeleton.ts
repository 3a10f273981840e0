import { isMap } from '../../../kit/json/json.ts';
import { isSecretRef } from '../../../model/secret/secret.ts';
import { isPlain, type Plain } from '../../fleet/plain-values.ts';

/** A plain part of a setting, and its path within it. */
export type PlainPart = {
  readonly path: readonly string[];
  readonly value: Plain;
  /** True within a reference to a secret. */
  readonly isInRef: boolean;
};

/** Lists the plain parts of a setting; null where it has others, such as null or a list of maps. */
export function listPlainParts(value: unknown): readonly PlainPart[] | null {
  return listWithin(value, { path: [], isInRef: false });
}

function listWithin(value: unknown, at: Omit<PlainPart, 'value'>): readonly PlainPart[] | null {
  if (isPlain(value)) return [{ ...at, value }];
  if (!isMap(value)) return null;
  const isInRef = at.isInRef || isSecretRef(value);
  const parts = Object.entries(value).map(([name, inner]) =>
    listWithin(inner, { path: [...at.path, name], isInRef }),
  );
  return parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? []);
}

/**
 * Describes the form of a setting by the paths of its parts. Settings of one form can differ by
 * inputs; one with parts that are not plain has a form of its own.
 */
export function describeForm(value: unknown): string {
  const parts = listPlainParts(value);
  return JSON.stringify(parts === null ? value : parts.map(({ path }) => path).toSorted());
}
