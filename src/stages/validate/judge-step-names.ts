import { toPointer } from '../../kit/json-pointer.ts';
import { writeNearest } from '../../kit/nearest.ts';
import { type LoadedCycleFile, toFileShape } from '../../model/cycle-file.ts';
import { findStep, findTarget } from '../../model/cycle-shape.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { AccountDocument } from '../../model/manifest.ts';

/** Says which steps, parameters, fields and variables of a cycle its file does not have, with the nearest names. */
export function judgeStepNames(
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
    missed: { readonly what: string; readonly known: readonly string[] },
  ): void => {
    const name = names.at(-1) ?? '';
    const remedy = writeNearest(name, missed.known) ?? 'It has none of that kind; remove the line.';
    const at = document.keySpanOf(toPointer(['spec', 'cycles', key, ...names]));
    const summary = `${path} has no ${missed.what} "${name}"`;
    diagnostics.push({ code, severity: 'error', summary, at, remedy });
  };
  for (const name of Object.keys(cycle?.variables ?? {})) {
    const known = file.variables.map((variable) => variable.name);
    if (!known.includes(name)) {
      report('variable-unknown', ['variables', name], { what: 'variable', known });
    }
  }
  for (const [name, written] of Object.entries(cycle?.steps ?? {})) {
    const step = findStep(shape, name);
    if (step.kind !== 'one') {
      report('step-unknown', ['steps', name], { what: 'step', known: step.candidates });
      continue;
    }
    for (const slot of ['parameters', 'fields'] as const) {
      for (const target of Object.keys(written[slot] ?? {})) {
        const found = findTarget(step.item, slot, target);
        if (found.kind === 'one') continue;
        const kind = slot === 'parameters' ? 'parameter' : 'request field';
        const what = `${kind} of step "${step.item.label}" called`;
        report('target-unknown', ['steps', name, slot, target], { what, known: found.candidates });
      }
    }
  }
  return diagnostics;
}
