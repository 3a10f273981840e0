import { parsePath } from '../../../model/address.ts';
import type { NamedCycle } from '../../../model/desired/bound.ts';
import { parseStepTarget } from '../../../model/desired/launch-path.ts';
import { ignored, isMappingSource } from '../../../model/desired/mapping.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import type { UnresolvedName } from '../../../model/diff/unresolved-name.ts';
import type { PlainValue } from '../../../model/fields/field-value.ts';
import { findVariable } from '../../../model/live/cycle-shape.ts';
import { findRestorable } from '../../../model/observed/restorable.ts';
import type { UnmanagedChange } from '../../../model/observed/unmanaged.ts';
import { reportUnresolved } from '../../bind/report-unresolved.ts';
import { resolveMappingNames } from '../../bind/resolve-mapping-names.ts';

/** Restoration of an unmanaged change: by a value, or by a person, because the cycle may lack a name. */
export type Restoration =
  | { readonly kind: 'value'; readonly value: PlainValue }
  | { readonly kind: 'manual'; readonly miss: UnresolvedName | null };

/** Finds how a revert restores an unmanaged change. */
export function findRestoration(diff: AccountDiff, change: UnmanagedChange): Restoration {
  const { address, kind, path, was } = change;
  const value = findRestorable(kind, path, was);
  const cycle = diff.cycles.find((each) => each.address === address);
  // Nothing shows that a secret is gone, and a comparison with nothing never differs.
  const isHidden = value === ignored && cycle?.contents?.sensitive.has(path) === true;
  if (value === undefined || isHidden) return { kind: 'manual', miss: null };
  const miss = cycle === undefined ? null : findMiss(cycle.desired, change, value);
  return miss === null ? { kind: 'value', value } : { kind: 'manual', miss };
}

/** Finds a name that a value needs, such as a step that a person deleted. */
function findMiss(
  { bound: { desired: cycle }, shape }: NamedCycle,
  { path, at }: Pick<UnmanagedChange, 'path' | 'at'>,
  value: PlainValue,
): UnresolvedName | null {
  if (shape === null) return null;
  const [section, name = ''] = parsePath(path);
  if (section === 'variables') {
    const found = findVariable(shape, name);
    if (shape.hidesVariables === true || found.kind === 'one') return null;
    return reportUnresolved(
      { cycle, path, at },
      { thing: 'variable', name, step: null, found },
      shape,
    );
  }
  const target = parseStepTarget(path);
  if (target === null) return null;
  const entry = { ...target, at, stepAt: at };
  const { unresolved } = resolveMappingNames(
    {
      ...cycle,
      mappings: isMappingSource(value) ? [{ ...entry, source: value }] : [],
      visibilities: target.isLaunch ? [{ ...entry, isVisible: value === true }] : [],
    },
    shape,
  );
  const [miss = null] = unresolved.values();
  return miss;
}
