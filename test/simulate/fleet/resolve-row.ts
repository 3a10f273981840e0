import type { WrittenAccount } from '../../../src/model/manifest/manifest.generated.ts';
import {
  defaults,
  type FleetCondition,
  type FleetPatch,
  type FleetRow,
  type InputValues,
  keyRef,
  type Spec,
  type WrittenFleet,
} from './written-fleet.ts';

/** Tree of plain values, as YAML has them. */
type Tree = { [key: string]: unknown };

/** The account that a row comes to, by the words of the guide alone and without the engine. */
export function resolveRow(fleet: WrittenFleet, row: FleetRow): WrittenAccount {
  const { spec, inputs } = composeRow(fleet, row);
  for (const condition of fleet.conditions)
    if (!isMet(condition, row, inputs)) removeAt(spec, condition.path);
  if (row.state !== 'active')
    for (const cycle of Object.values((spec.cycles ?? {}) as Tree))
      setAt(cycle, ['state'], 'paused');
  return {
    apiVersion: 'cyclectl/v1',
    kind: 'Account',
    metadata: { name: row.name, labels: { tier: row.tier } },
    spec: { ...(spec as Spec), id: row.id },
  };
}

/** Keys of the cycles that a condition of the blueprint leaves out for a row. */
export function listUnmetCycles(fleet: WrittenFleet, row: FleetRow): readonly string[] {
  const { spec, inputs } = composeRow(fleet, row);
  return fleet.conditions.flatMap((condition) => {
    const [section, key = '', ...inside] = condition.path;
    const isCycle = section === 'cycles' && inside.length === 0;
    const isThere = readAt(spec, condition.path) !== undefined;
    return isCycle && isThere && !isMet(condition, row, inputs) ? [key] : [];
  });
}

function composeRow(
  { base, places, segment, overrides }: WrittenFleet,
  row: FleetRow,
): { readonly spec: Tree; readonly inputs: InputValues } {
  const ofSegment = row.tier === 'gold' ? segment : {};
  const override = overrides.get(row.name) ?? {};
  const inputs = { ...defaults, ...ofSegment.inputs, ...row.cells, ...override.inputs };
  const spec = structuredClone(base.spec) as Tree;
  for (const { path, input } of places) {
    const value = input === 'key' ? keyRef : inputs[input];
    if (value === undefined) removeAt(spec, path);
    else setAt(spec, path, value);
  }
  for (const patch of [ofSegment, override]) addPatch(spec, patch);
  return { spec, inputs };
}

function addPatch(spec: Tree, { inputs: _, erroredHours, dropped, ...settings }: FleetPatch): void {
  Object.assign(spec, settings);
  if (erroredHours !== undefined)
    spec.retention = { ...((spec.retention ?? {}) as Tree), erroredHours };
  if (dropped !== undefined) removeAt(spec, ['cycles', dropped]);
}

function isMet({ on }: FleetCondition, { tier }: FleetRow, { extra }: InputValues): boolean {
  return on === 'tier' ? tier === 'gold' : extra === true;
}

/** The value at a path; undefined if there is none. */
export function readAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (node, key) => (typeof node === 'object' && node !== null ? (node as Tree)[key] : undefined),
    value,
  );
}

/** Sets the value at a path of which all but the last name exists. */
export function setAt(value: unknown, path: readonly string[], to: unknown): void {
  const parent = readAt(value, path.slice(0, -1));
  if (typeof parent === 'object' && parent !== null) (parent as Tree)[path.at(-1) ?? ''] = to;
}

function removeAt(value: unknown, path: readonly string[]): void {
  const parent = readAt(value, path.slice(0, -1));
  if (typeof parent === 'object' && parent !== null) delete (parent as Tree)[path.at(-1) ?? ''];
}
