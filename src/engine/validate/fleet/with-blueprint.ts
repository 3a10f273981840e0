import { toMembers } from '../../../kit/json/json.ts';
import { readPointer } from '../../../kit/json/json-pointer.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { Blueprint } from '../../../model/manifest/blueprint.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import { usePointer } from '../placeholders/scope.ts';
import { checkSet } from './check-set.ts';
import { reportUnknownBlueprint } from './report-unknown-blueprint.ts';

/** The manifest of a file with its layers; null if its blueprint is unknown. */
export type BlueprintUse = {
  readonly document: RawDocument | null;
  readonly diagnostics: readonly Diagnostic[];
};

/** Finds the blueprint that the manifest of a file uses, if any, and checks what is set beside it. */
export function withBlueprint(
  raw: RawDocument,
  blueprints: ReadonlyMap<string, Blueprint>,
): BlueprintUse {
  const { use, inputs } = toMembers(readPointer(raw.written, usePointer));
  if (typeof use !== 'string') return { document: raw, diagnostics: [] };
  const blueprint = blueprints.get(use);
  if (blueprint === undefined) {
    const at = raw.spanOf(`${usePointer}/use`);
    const unknown = reportUnknownBlueprint(use, at, blueprints.keys());
    return { document: null, diagnostics: [unknown] };
  }
  const { blueprint: _, ...patch } = toMembers(readPointer(raw.written, '/spec'));
  const given = checkSet(raw, blueprint, {
    pointer: '/spec',
    set: patch,
    inputs: { pointer: `${usePointer}/inputs`, values: toMembers(inputs) },
  });
  const isWhole = raw.isWhole && given.length === 0;
  return {
    document: { ...raw, isWhole, layering: { blueprint, fleet: null } },
    diagnostics: given,
  };
}
