import { toPointer } from '../../../kit/json/json-pointer.ts';
import { formatNearest } from '../../../kit/text/nearest.ts';
import { type LoadedCycleFile, toFileShape } from '../../../model/desired/cycle-file/cycle-file.ts';
import { findMergedSecretName } from '../../../model/desired/expression.ts';
import type { MappingSlot } from '../../../model/desired/mapping.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import {
  type CycleShape,
  describeMisplaced,
  findOtherSlot,
  findStep,
  findTarget,
  type NamedStep,
} from '../../../model/live/cycle-shape.ts';
import type { AccountDocument } from '../../../model/manifest/manifest.ts';
import type { SourceSpan } from '../../../model/source-span.ts';

/**
 * Reports steps, parameters, fields and variables of a cycle that its file does not have, with the
 * nearest names.
 */
export function checkStepNames(
  document: AccountDocument,
  key: string,
  { file, path }: LoadedCycleFile,
): readonly Diagnostic[] {
  const cycle = document.written.spec.cycles?.[key];
  const shape = toFileShape(file);
  const diagnostics: Diagnostic[] = [];
  const report = (
    code: 'step-unknown' | 'target-unknown' | 'variable-unknown',
    names: readonly string[],
    message: { readonly summary: string; readonly remedy: string },
  ): void => {
    const at = document.keySpanOf(toPointer(['spec', 'cycles', key, ...names]));
    diagnostics.push({ code, severity: 'error', at, ...message });
  };
  const describeMissing = (what: string, name: string, known: readonly string[]) => ({
    summary: `${path} has no ${what} "${name}"`,
    remedy: formatNearest(name, known) ?? 'The file has none: remove the line.',
  });
  for (const name of Object.keys(cycle?.variables ?? {})) {
    const known = file.variables.map((variable) => variable.name);
    if (!known.includes(name)) {
      report('variable-unknown', ['variables', name], describeMissing('variable', name, known));
    }
  }
  for (const [name, written] of Object.entries(cycle?.steps ?? {})) {
    const step = findStep(shape, name);
    if (step.kind !== 'one') {
      report('step-unknown', ['steps', name], describeMissing('step', name, step.candidates));
      continue;
    }
    const reportTarget = (
      slot: MappingSlot,
      target: string,
      { names, known }: { readonly names: readonly string[]; readonly known: readonly string[] },
    ): void => {
      const kind = slot === 'parameters' ? 'parameter' : 'request field';
      const what = `${kind} of step "${step.item.label}" named`;
      const belongs = findOtherSlot(step.item, slot, target);
      const message =
        belongs === null
          ? describeMissing(what, target, known)
          : describeMisplaced(step.item, { name: target, belongs });
      report('target-unknown', ['steps', name, ...names, slot, target], message);
    };
    for (const slot of ['parameters', 'fields'] as const) {
      for (const [target, source] of Object.entries(written[slot] ?? {})) {
        const found = findTarget(step.item, slot, target);
        if (found.kind !== 'one') {
          reportTarget(slot, target, { names: [], known: found.candidates });
          continue;
        }
        const location = toPointer(['spec', 'cycles', key, 'steps', name, slot, target]);
        const merged = findMerged(source, step.item, shape);
        if (merged !== null)
          diagnostics.push(reportMerged(document.spanOf(location), target, merged));
      }
      for (const target of Object.keys(written.launchVisible?.[slot] ?? {})) {
        const found = findTarget(step.item, slot, target);
        if (found.kind === 'one') continue;
        reportTarget(slot, target, { names: ['launchVisible'], known: found.candidates });
      }
    }
  }
  return diagnostics;
}

function findMerged(source: unknown, step: NamedStep, shape: CycleShape): string | null {
  if (typeof source !== 'object' || source === null || !('expression' in source)) return null;
  const { expression } = source;
  return typeof expression === 'string' ? findMergedSecretName(expression, step, { shape }) : null;
}

function reportMerged(at: SourceSpan, target: string, merged: string): Diagnostic {
  return reportError('secret-merged', {
    summary: `"${target}" merges "${merged}", which the method of the step marks as sensitive`,
    at,
    remedy: `Remove {{${merged}}}: the connector sends its secrets itself.`,
  });
}
