import { isMap, toMembers } from '../../../kit/json/json.ts';
import { parsePointer, readPointer, toEntryPointer } from '../../../kit/json/json-pointer.ts';
import { isKey } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { ConditionScope } from '../../../model/manifest/blueprint.ts';
import type { Layer, Layering } from '../../../model/manifest/layers.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest-document.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import {
  type AccountScope,
  findOwnValue,
  type PlaceholderTarget,
  type ResolvedInput,
  type Scope,
  usePointer,
} from '../placeholders/scope.ts';
import { checkSegments } from './check-segments.ts';
import { listLayers } from './list-layers.ts';
import { mergeLayers } from './merge-layers.ts';
import { resolveInputs } from './resolve-inputs.ts';
import { selectParts } from './select-parts.ts';

/** An account as its layers make it, before placeholders are resolved. */
export type MergedAccount = {
  readonly document: RawDocument;
  readonly own: AccountScope;
  readonly diagnostics: readonly Diagnostic[];
};

// A row has all inputs in its cells; a file has a place of its own for them.
function findInputsPlace(raw: RawDocument, { fleet }: Layering): SourceSpan {
  const inputs = `${usePointer}/inputs`;
  if (fleet !== null) return raw.spanOf('/metadata/name');
  return raw.isWritten(inputs) ? raw.keySpanOf(inputs) : raw.spanOf(`${usePointer}/use`);
}

/**
 * Composes an account that uses a blueprint, in one environment: the settings of its layers, and the
 * values of its inputs. The document knows the place of each value in its layer.
 */
export function mergeAccount(
  raw: RawDocument,
  layering: Layering,
  scope: Scope | null,
): MergedAccount {
  const listed = listLayers(raw, layering, scope?.environment ?? null);
  const use = toMembers(readPointer(raw.written, usePointer));
  const isNamed = typeof use.secretName === 'string' && isKey(use.secretName);
  const secretName = isNamed ? String(use.secretName) : null;
  const resolved = resolveInputs({
    blueprint: layering.blueprint,
    layers: listed,
    at: findInputsPlace(raw, layering),
    findValue: (target, isInRef) =>
      findValue(target, { written: raw.written, scope, secretName, isInRef }),
  });
  const whole = mergeLayers(listed.map(({ patch }) => patch));
  const conditions: PlacedMistake[] = [];
  const unmet: string[] = [];
  const inScope = toConditionScope(raw, resolved.inputs, scope);
  const isFaulty = [...resolved.inputs.values()].some((input) => input.isFaulty === true);
  const merged = selectParts(whole, {
    pointer: '/spec',
    isMet: ({ text, pointer }) => {
      const result = layering.blueprint.conditions.evaluate(text, inScope);
      if ('isMet' in result) {
        if (!result.isMet) unmet.push(pointer);
        return result.isMet;
      }
      // An input that is missing or wrong is reported already.
      if (!isFaulty) conditions.push({ pointer, mistake: result.mistake });
      return false;
    },
  });
  const paused = toPausedLayer(raw, use.state, merged);
  const layers = paused === null ? listed : [...listed, paused];
  const settings = paused === null ? merged : mergeLayers([merged, paused.patch]);
  const { metadata, spec, ...head } = toMembers(raw.written);
  const { id, ids, blueprint } = toMembers(spec);
  const written = { ...head, metadata, spec: { ...toOwnId(id, ids), blueprint, ...settings } };
  const document = withUnmet(toDocument(raw, written, layers), unmet);
  return {
    document,
    own: { inputs: resolved.inputs, secretName },
    diagnostics: [
      ...checkSegments(listed),
      ...resolved.diagnostics,
      ...conditions.map((each) => reportCondition(document, each)),
    ],
  };
}

function withUnmet(document: RawDocument, conditions: readonly string[]): RawDocument {
  if (conditions.length === 0) return document;
  const toPart = (pointer: string) => ({
    pointer: pointer.slice(0, pointer.lastIndexOf('/')),
    at: document.spanOf(pointer),
  });
  return { ...document, unmet: conditions.map(toPart) };
}

type PlacedMistake = { readonly pointer: string; readonly mistake: string };

function toConditionScope(
  { written }: RawDocument,
  inputs: ReadonlyMap<string, ResolvedInput>,
  scope: Scope | null,
): ConditionScope {
  const variables = [...(scope?.variables ?? [])];
  return {
    inputs: new Map(
      [...inputs].flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])),
    ),
    name: String(readPointer(written, '/metadata/name')),
    labels: toMembers(readPointer(written, '/metadata/labels')),
    variables: new Map(variables.map(([name, { value }]) => [name, value])),
  };
}

function reportCondition(document: RawDocument, { pointer, mistake }: PlacedMistake): Diagnostic {
  return reportError('condition', {
    summary: `The condition has no value for this account: ${mistake}`,
    at: document.spanOf(pointer),
    remedy: 'Ask has(…) first, as in has(account.labels.tier) && account.labels.tier == "trial".',
  });
}

function toOwnId(id: unknown, ids: unknown) {
  return { ...(id === undefined ? {} : { id }), ...(ids === undefined ? {} : { ids }) };
}

/** Pauses every cycle of an account whose row says so. */
function toPausedLayer(raw: RawDocument, state: unknown, merged: unknown): Layer | null {
  if (state !== 'paused' && state !== 'leaving') return null;
  const cycles = Object.keys(toMembers(toMembers(merged).cycles));
  const patch = { cycles: Object.fromEntries(cycles.map((key) => [key, { state: 'paused' }])) };
  const pointer = toEntryPointer(usePointer, 'state');
  const document: ManifestDocument<unknown> = {
    ...raw,
    written: patch,
    isWritten: (each) => readPointer(patch, each) !== undefined,
    spanOf: () => raw.spanOf(pointer),
    keySpanOf: () => raw.keySpanOf(pointer),
    sourceOf: () => raw.sourceOf(pointer),
  };
  return { kind: 'row', name: '', document, pointer: '', patch, inputsPointer: '', inputs: {} };
}

function findValue(target: PlaceholderTarget, owner: Parameters<typeof findOwnValue>[1]): unknown {
  if (target.kind === 'account') return findOwnValue(target, owner);
  if (owner.isInRef || target.kind === 'input') return undefined;
  return target.kind === 'label'
    ? (findOwnValue(target, owner) ?? undefined)
    : owner.scope?.variables?.get(target.name)?.value;
}

/** The composed value as a document: the place of a value is that in the last layer that has it. */
function toDocument(raw: RawDocument, written: unknown, layers: readonly Layer[]): RawDocument {
  const locate = (pointer: string) => findPlace(raw, layers, pointer);
  return {
    ...raw,
    written,
    isWritten: (pointer) => readPointer(written, pointer) !== undefined,
    spanOf: (pointer) => {
      const place = locate(pointer);
      return { ...place.document.spanOf(place.pointer), pointer };
    },
    keySpanOf: (pointer) => {
      const place = locate(pointer);
      return { ...place.document.keySpanOf(place.pointer), pointer };
    },
    sourceOf: (pointer) => {
      const place = locate(pointer);
      return place.isExact ? place.document.sourceOf(place.pointer) : null;
    },
  };
}

/** Keys of a spec that no layer sets. */
const ownKeys: ReadonlySet<string> = new Set(['id', 'ids', 'blueprint']);

type Place = {
  readonly document: ManifestDocument<unknown>;
  readonly pointer: string;
  readonly isExact: boolean;
};

function findPlace(raw: RawDocument, layers: readonly Layer[], pointer: string): Place {
  const [section, ...names] = parsePointer(pointer);
  const isOwn = section !== 'spec' || names.length === 0 || ownKeys.has(names[0] ?? '');
  if (isOwn) return { document: raw, pointer, isExact: true };
  let found: Place = { document: raw, pointer: '/spec', isExact: false };
  let longest = 0;
  for (const { document, pointer: own, patch } of layers.toReversed()) {
    const depth = countDepth(patch, names);
    if (depth <= longest) continue;
    longest = depth;
    const at = names.slice(0, depth).reduce(toEntryPointer, own);
    found = { document, pointer: at, isExact: depth === names.length };
  }
  return found;
}

function countDepth(patch: unknown, names: readonly string[]): number {
  let value = patch;
  for (const [depth, name] of names.entries()) {
    if (Array.isArray(value)) value = value[Number(name)];
    else if (isMap(value) && Object.hasOwn(value, name)) value = value[name];
    else return depth;
    if (value === undefined) return depth;
  }
  return names.length;
}
