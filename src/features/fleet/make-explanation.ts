import { findRaw } from '../../engine/observe/find-document.ts';
import { observeAccount } from '../../engine/observe/observe-account.ts';
import type { RunContext } from '../../engine/observe/run-context.ts';
import { fromManifest } from '../../engine/observe/source.ts';
import {
  findOrigin,
  type LayerValue,
  listOrigins,
} from '../../engine/validate/layers/list-origins.ts';
import type { Scope } from '../../engine/validate/placeholders/scope.ts';
import { resolveDocument } from '../../engine/validate/resolve-document.ts';
import { accountManifest } from '../../engine/validate/schema/account-manifests.ts';
import { listBranches, listEntries } from '../../engine/validate/schema/schemas.ts';
import { isMap } from '../../kit/json/json.ts';
import { readPointer, toEntryPointer, toPointer } from '../../kit/json/json-pointer.ts';
import { formatQuoted } from '../../kit/text/format-name.ts';
import { formatNearest } from '../../kit/text/nearest.ts';
import {
  type Address,
  type FieldPath,
  parseObjectAddress,
  parsePath,
  toFieldPath,
  toObjectAddress,
} from '../../model/address.ts';
import { resolveOwner } from '../../model/desired/scope/ownership.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import { type AccountDiff, findDiff } from '../../model/diff/field-diff.ts';
import { toShownApplied, toShownLive } from '../../model/fields/to-shown-value.ts';
import type { AccountEntry, RawDocument } from '../../model/manifest/manifest.ts';
import { toShownMember } from '../../model/observed/unmanaged.ts';
import type { ExplainedField, ExplainedPart, Explanation } from './explanation.ts';

/**
 * Explains a value of an account: its layers, and what state and service have. Reads the account. Refuses a
 * value of an object that neither a layer nor the state has.
 */
export async function makeExplanation(
  context: RunContext,
  entry: AccountEntry,
  address: Address,
): Promise<Explanation | { readonly refused: readonly Diagnostic[] }> {
  const { environment, environments, revisions } = context;
  const nothing = {
    pin: revisions?.findPin(entry) ?? null,
    address,
    environment,
    from: null,
    layers: [],
    uses: [],
    parts: [],
    field: null,
  };
  const loaded = await findRaw(context, entry);
  if (loaded.document === null) return { ...nothing, diagnostics: loaded.diagnostics };
  const raw = loaded.document;
  const scope = { environment, variables: environments.get(environment)?.variables ?? null };
  const { written } = resolveDocument(raw, environment, environments);
  const resolved = { raw, written };
  const pointer = toPointer(['spec', ...parsePath(address).slice(1)]);
  const value = readPointer(written, pointer);
  const origins = listOrigins(raw, scope, pointer);
  const observation = await observeAccount(context, fromManifest(entry));
  const isObserved = observation.kind === 'observed';
  const diagnostics = isObserved ? [] : observation.diagnostics;
  const object = toObjectAddress(address);
  // Also of an account that cannot be read, and by its record alone.
  const state = await context.store.readState(entry.key, [object]);
  const field = isObserved ? findField(observation.diff, address) : null;
  // Drift also names places that no manifest can have, which are unknown of an account that is not read.
  const isKnown = !isObserved || field !== null || origins.values.length > 0;
  const unknown =
    (state.objects.has(object) ? null : checkObject(resolved, scope, address)) ??
    (isKnown ? null : checkPlace(address));
  if (unknown !== null) return { refused: [unknown, ...diagnostics] };
  return {
    ...nothing,
    ...(value === undefined ? {} : { value }),
    ...(isMap(value) ? {} : { layers: origins.values, uses: origins.uses }),
    from: value === undefined ? findAbsence(resolved, scope, pointer) : findOrigin(origins),
    parts: listParts(raw, scope, { value, pointer, path: [] }),
    field,
    diagnostics,
  };
}

/** A manifest as it is written, and what it comes to. */
type Resolved = { readonly raw: RawDocument; readonly written: unknown };

type Part = {
  readonly value: unknown;
  readonly pointer: string;
  readonly path: readonly string[];
};

function listParts(
  raw: RawDocument,
  scope: Scope,
  { value, pointer, path }: Part,
): readonly ExplainedPart[] {
  if (!isMap(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const own = { value: part, pointer: toEntryPointer(pointer, name), path: [...path, name] };
    if (isMap(part)) return listParts(raw, scope, own);
    const from = findNearestOrigin(raw, scope, own.pointer);
    return from === null ? [] : [{ path: toFieldPath(...own.path), value: part, from }];
  });
}

// A value within an input has the origin of that.
function findNearestOrigin(raw: RawDocument, scope: Scope, pointer: string): LayerValue | null {
  if (pointer === '/spec') return null;
  const above = pointer.slice(0, pointer.lastIndexOf('/'));
  return findOrigin(listOrigins(raw, scope, pointer)) ?? findNearestOrigin(raw, scope, above);
}

/** Finds why an account lacks a value: a layer with null, or a condition; of it or of what it is in. */
function findAbsence(resolved: Resolved, scope: Scope, pointer: string): LayerValue | null {
  if (readPointer(resolved.written, pointer) !== undefined) return null;
  const { raw } = resolved;
  const last = listOrigins(raw, scope, pointer).values.at(-1);
  if (last?.value === null) return last;
  const condition = listOrigins(raw, scope, `${pointer}/when`).values.at(-1);
  const above = pointer.slice(0, pointer.lastIndexOf('/'));
  return condition ?? findAbsence(resolved, scope, above);
}

/** Reports an address in a connector or cycle that no layer of the account has; null for any other. */
function checkObject(resolved: Resolved, scope: Scope, address: Address): Diagnostic | null {
  const object = parseObjectAddress(toObjectAddress(address));
  if (object === null || object.kind === 'account') return null;
  const { account, kind, key } = object;
  const section = toPointer(['spec', `${kind}s`]);
  const pointer = toEntryPointer(section, key);
  const isWritten = listOrigins(resolved.raw, scope, pointer).values.length > 0;
  if (isWritten || findAbsence(resolved, scope, pointer) !== null) return null;
  const written = readPointer(resolved.written, section);
  const keys = isMap(written) ? Object.keys(written) : [];
  return reportError('address-unknown', {
    summary: `The manifest of ${account} has no ${kind} "${key}"`,
    address: object.address,
    remedy: formatNearest(key, keys) ?? `The manifest has no ${kind}s.`,
  });
}

/** Reports an address of a place that no manifest can have; null for any other. */
function checkPlace(address: Address): Diagnostic | null {
  const { root } = accountManifest;
  let nodes = listBranches(root, null);
  for (const name of ['spec', ...parsePath(address).slice(1)]) {
    const within = nodes.flatMap((node) => listEntries(root, node, name));
    if (within.length === 0) {
      const known = nodes.flatMap(({ properties = {} }) => Object.keys(properties));
      return reportError('address-unknown', {
        summary: `A manifest has no key ${formatQuoted(name)} there`,
        address,
        remedy:
          formatNearest(name, known) ?? 'Write an address as cyclectl plan and drift print it.',
      });
    }
    nodes = within;
  }
  return null;
}

/** Finds the field at an address, or the one that the address is a part of: `schedule/every`. */
function findField(diff: AccountDiff, address: Address): ExplainedField | null {
  const objectAddress = toObjectAddress(address);
  const object = findDiff(diff, objectAddress);
  const names = parsePath(address).slice(parsePath(objectAddress).length);
  if (object === undefined || names.length === 0) return null;
  const paths = names.map((_, index) => toFieldPath(...names.slice(0, names.length - index)));
  const field = paths
    .map((path) => object.fields.find((each) => each.path === path))
    .find((each) => each !== undefined);
  if (field !== undefined) {
    return {
      path: field.path,
      owner: resolveOwner(diff.desired.ownership, object, field.path),
      comparison: field.comparison,
      lastApplied: toShownApplied(field),
      live: toShownLive(field),
    };
  }
  return findUnmanaged(object.record?.baseline ?? {}, toFieldPath(...names));
}

function findUnmanaged(
  baseline: Readonly<Record<FieldPath, Parameters<typeof toShownMember>[0]>>,
  path: FieldPath,
): ExplainedField | null {
  const member = baseline[path];
  if (member === undefined) return null;
  const unknown = { kind: 'unknown' } as const;
  const owner = { path, owner: 'observed', comparison: null } as const;
  return { ...owner, lastApplied: unknown, live: unknown, baseline: toShownMember(member) };
}
