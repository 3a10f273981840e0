import { listScopes, type Scope } from '../../../engine/validate/placeholders/scope.ts';
import { resolveDocument } from '../../../engine/validate/resolve-document.ts';
import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { isMap, toMembers } from '../../../kit/json/json.ts';
import { type FieldPath, toFieldPath } from '../../../model/address.ts';
import { toEscapedText, toEscapedValue } from '../../../model/manifest/interpolation.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import type { KnownEnvironments, Variable } from '../../../model/manifest/variable.ts';
import { orderSettings } from '../format-rendered.ts';

/** The manifest of an account without a blueprint, whose texts may have placeholders. */
export type Standalone = {
  readonly written: unknown;
  /** Settings that differ between environments, which a manifest without a blueprint cannot have. */
  readonly differing: readonly FieldPath[];
};

/**
 * Makes the manifest of an account with all values of its layers. A value that
 * differs between environments keeps its placeholders.
 */
export function makeStandalone(raw: RawDocument, environments: KnownEnvironments): Standalone {
  const scopes = listScopes(raw, environments);
  const own = scopes.map((scope) => render(raw, scope));
  const symbolic = scopes.map((scope) => render(toSymbolicAccount(raw), toSymbolicScope(scope)));
  const differing: FieldPath[] = [];
  const settings = toMembers(
    unite({ values: own, symbolic, path: [] }, (path) => differing.push(toFieldPath(...path))),
  );
  const { spec, ...head } = toMembers(raw.written);
  const { id, ids } = toMembers(spec);
  const identity = { ...(id === undefined ? {} : { id }), ...(ids === undefined ? {} : { ids }) };
  return { written: { ...head, spec: orderSettings({ ...identity, ...settings }) }, differing };
}

function render(raw: RawDocument, { environment, variables }: Scope): unknown {
  const { written } = resolveDocument(raw, environment, new Map([[environment, { variables }]]));
  const { id: _, ids: __, blueprint: ___, ...settings } = written.spec;
  return settings;
}

/** An account in which every placeholder of its id stays as it is. */
function toSymbolicAccount(raw: RawDocument): RawDocument {
  const { spec, ...head } = toMembers(raw.written);
  const { ids, ...rest } = toMembers(spec);
  if (ids === undefined) return raw;
  const names = Object.keys(toMembers(ids));
  const symbols = Object.fromEntries(names.map((name) => [name, `\${account.id}`]));
  return { ...raw, written: { ...head, spec: { ...rest, ids: symbols } } };
}

function toSymbolicScope({ environment, variables }: Scope): Scope {
  const symbols = [...(variables ?? [])].map(([name, { at }]): [string, Variable] => [
    name,
    { value: `\${vars.${name}}`, at },
  ]);
  return { environment, variables: new Map(symbols) };
}

/** A value in each environment, and the same with its placeholders. */
type Sides = {
  readonly values: readonly unknown[];
  readonly symbolic: readonly unknown[];
  readonly path: readonly string[];
};

/** The value for all environments; reports the paths where there is none. */
function unite({ values, symbolic, path }: Sides, report: (path: readonly string[]) => void) {
  const [first] = values;
  if (isSame(values)) return toEscapedValue(first);
  if (!values.every(isMap)) {
    if (first === undefined || symbolic[0] === undefined || !isSame(symbolic)) report(path);
    return symbolic[0];
  }
  const names = new Set(values.flatMap((value) => Object.keys(value)));
  const entries: [string, unknown][] = [...names].map((name) => {
    const sides = {
      values: values.map((value) => value[name]),
      symbolic: symbolic.map((value) => toMembers(value)[name]),
      path: [...path, name],
    };
    return [toEscapedText(name), unite(sides, report)];
  });
  return Object.fromEntries(entries);
}

function isSame(values: readonly unknown[]): boolean {
  return values.every((value) => isSameJson(value, values[0]));
}
