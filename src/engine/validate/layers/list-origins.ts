import { parsePointer, readPointer, toEntryPointer } from '../../../kit/json/json-pointer.ts';
import { parsePlaceholders } from '../../../model/manifest/interpolation.ts';
import type { Layer } from '../../../model/manifest/layers.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest-document.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import { parsePlaceholder, type Scope } from '../placeholders/scope.ts';
import { listLayers } from './list-layers.ts';

/** A value as a layer has it, with its placeholders, and its place. */
export type LayerValue = {
  readonly layer: Layer['kind'] | 'default';
  /** Name of the blueprint, environment or segment; of the account otherwise. */
  readonly name: string;
  /** Reason for which the account has the layer. */
  readonly why?: string;
  readonly value: unknown;
  readonly at: SourceSpan;
};

/** An input, or a variable of the environment, that a value uses. */
export type UsedName = {
  /** `inputs.NAME` or `vars.NAME`. */
  readonly name: string;
  /** The layers that give it a value; the last one counts. */
  readonly values: readonly LayerValue[];
};

/** The layers that have a value at a place of an account; the last one counts. */
export type Origins = {
  readonly values: readonly LayerValue[];
  /** Names in the placeholders of the last one. */
  readonly uses: readonly UsedName[];
};

/** Lists the layers of an account that have a value at a pointer of its manifest. */
export function listOrigins(raw: RawDocument, scope: Scope, pointer: string): Origins {
  const layers = toLayers(raw, scope);
  const names = parsePointer(pointer).slice(1);
  const values = layers.flatMap((layer): LayerValue[] => {
    const own = names.reduce(toEntryPointer, '');
    const value = readPointer(layer.patch, own);
    if (value === undefined) return [];
    const at = layer.document.spanOf(`${layer.pointer}${own}`);
    return [{ ...toHead(layer), value, at }];
  });
  return { values, uses: listUses(raw, { layers, scope }, values.at(-1)?.value) };
}

function toHead({ kind, name, why }: Layer): Pick<LayerValue, 'layer' | 'name' | 'why'> {
  return { layer: kind, name, ...(why === undefined ? {} : { why }) };
}

// A manifest without a blueprint is one layer, with the id of its account.
function toLayers(raw: RawDocument, { environment }: Scope): readonly Layer[] {
  if (raw.layering !== null) return listLayers(raw, raw.layering, environment);
  const patch = readPointer(raw.written, '/spec') as Layer['patch'];
  const name = String(readPointer(raw.written, '/metadata/name'));
  const place = { pointer: '/spec', inputsPointer: '', inputs: {} };
  return [{ kind: 'file', name, document: raw, patch, ...place }];
}

type Known = { readonly layers: readonly Layer[]; readonly scope: Scope };

function listUses(raw: RawDocument, known: Known, value: unknown): readonly UsedName[] {
  const texts = JSON.stringify(value ?? null);
  const names = parsePlaceholders(texts).flatMap((piece) =>
    piece.kind === 'placeholder' ? [piece.name] : [],
  );
  return [...new Set(names)].flatMap((name) => {
    const target = parsePlaceholder(name);
    if (target?.kind === 'input')
      return [{ name, values: listInputValues(raw, known, target.name) }];
    return target?.kind === 'variable' ? [{ name, values: listVariable(known, target.name) }] : [];
  });
}

function listVariable({ scope }: Known, name: string): readonly LayerValue[] {
  const found = scope.variables?.get(name);
  if (found === undefined) return [];
  return [{ layer: 'environment', name: scope.environment, value: found.value, at: found.at }];
}

function listInputValues(
  { layering }: RawDocument,
  { layers }: Known,
  name: string,
): readonly LayerValue[] {
  const input = layering?.blueprint.inputs.get(name);
  const given = layers.flatMap((layer): LayerValue[] => {
    if (!Object.hasOwn(layer.inputs, name)) return [];
    const at = layer.document.spanOf(toEntryPointer(layer.inputsPointer, name));
    return [{ ...toHead(layer), value: layer.inputs[name], at }];
  });
  if (input === undefined) return given;
  const key = input.type === 'secret' ? 'ref' : 'default';
  const own = input[key];
  if (own === undefined) return given;
  const { document } = input;
  const at = document.spanOf(toEntryPointer(toEntryPointer('/spec/inputs', name), key));
  return [{ layer: 'default', name: readName(document), value: own, at }, ...given];
}

function readName({ written }: ManifestDocument<unknown>): string {
  return String(readPointer(written, '/metadata/name'));
}

/**
 * Finds the layer that a value comes from: of a value that is an input or a variable itself, the
 * last layer of that; null if no layer has it.
 */
export function findOrigin({ values, uses }: Origins): LayerValue | null {
  const last = values.at(-1);
  const [use] = uses;
  const isWhole = use !== undefined && last?.value === `\${${use.name}}`;
  return (isWhole ? use.values.at(-1) : undefined) ?? last ?? null;
}
