import { isMap, toMembers } from '../../../kit/json/json.ts';
import { readPointer, toPointer } from '../../../kit/json/json-pointer.ts';
import type { Blueprint, WrittenPatch } from '../../../model/manifest/blueprint.ts';
import type {
  Fleet,
  Layer,
  Layering,
  PlacedOverride,
  Segment,
} from '../../../model/manifest/layers.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest-document.ts';
import { normaliseInputs } from '../fleet/find-input.ts';
import { usePointer } from '../placeholders/scope.ts';

/**
 * Lists the layers of an account in an environment, the last one wins: base, blueprint, their
 * settings of the environment, segments, row or file, overrides.
 */
export function listLayers(
  raw: RawDocument,
  { blueprint, fleet }: Layering,
  environment: string | null,
): readonly Layer[] {
  const chain = blueprint.base === null ? [blueprint] : [blueprint.base, blueprint];
  const name = String(readPointer(raw.written, '/metadata/name'));
  const override = fleet?.overrides.get(name);
  const layers = [
    ...chain.map(toBlueprintLayer),
    ...chain.flatMap((each) => toEnvironmentLayer(each, environment)),
    ...(fleet === null ? [] : listSegments(fleet, raw).map(toSegmentLayer)),
    toOwnLayer(raw, name, fleet === null ? 'file' : 'row'),
    ...(fleet === null || override === undefined ? [] : [toOverrideLayer(fleet, override)]),
  ];
  return layers.map((layer) => ({
    ...layer,
    inputs: normaliseInputs(blueprint.inputs, layer.inputs),
  }));
}

/** Lists the segments of a fleet that an account is in. */
export function listSegments(fleet: Fleet, { written }: RawDocument): readonly Segment[] {
  const labels = toMembers(readPointer(written, '/metadata/labels'));
  return fleet.segments.filter(({ match }) =>
    Object.entries(match).every(([label, value]) => labels[label] === value),
  );
}

function toBlueprintLayer({ name, document }: Blueprint): Layer {
  const { base: _, inputs: __, environments: ___, ...patch } = document.written.spec;
  const place = { pointer: '/spec', inputsPointer: '/spec/inputs' };
  return { kind: 'blueprint', name, document, ...place, patch, inputs: {} };
}

function toEnvironmentLayer({ document }: Blueprint, environment: string | null): readonly Layer[] {
  const { environments = {} } = document.written.spec;
  if (environment === null || !Object.hasOwn(environments, environment)) return [];
  const pointer = toPointer(['spec', 'environments', environment]);
  const set = environments[environment] ?? {};
  return [toPatchLayer(document, { kind: 'environment', name: environment, pointer, set })];
}

function toSegmentLayer({ name, match, document, pointer, set }: Segment): Layer {
  const why = Object.entries(match).map(([label, value]) => `${label}=${value}`);
  const place = { kind: 'segment', name, why: why.join(', '), pointer: `${pointer}/set` } as const;
  return toPatchLayer(document, { ...place, set });
}

function toOverrideLayer({ document }: Fleet, override: PlacedOverride): Layer {
  const { account, reason, owner, until, pointer, set } = override;
  const why = `${reason} (${owner}${until === undefined ? '' : `, until ${until}`})`;
  const place = { kind: 'override', name: account, why, pointer: `${pointer}/set` } as const;
  return toPatchLayer(document, { ...place, set });
}

function toPatchLayer(
  document: ManifestDocument<unknown>,
  {
    set,
    ...place
  }: Pick<Layer, 'kind' | 'name' | 'why' | 'pointer'> & { readonly set: WrittenPatch },
): Layer {
  const { inputs = {}, ...patch } = set;
  return { ...place, document, patch, inputsPointer: `${place.pointer}/inputs`, inputs };
}

function toOwnLayer(raw: RawDocument, name: string, kind: 'row' | 'file'): Layer {
  const spec = toMembers(readPointer(raw.written, '/spec'));
  const { id: _, ids: __, blueprint, ...patch } = spec;
  const inputs = isMap(blueprint) ? toMembers(blueprint.inputs) : {};
  const place = { pointer: '/spec', inputsPointer: `${usePointer}/inputs` };
  return { kind, name, document: raw, ...place, patch, inputs };
}
