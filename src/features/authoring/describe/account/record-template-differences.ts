import { toTemplateShape } from '../../../../model/live/cycle-shape.ts';
import type { WholeCycle } from '../../../../model/live/reading.ts';
import type { DescribeContext } from './describe-context.ts';
import { formatName } from './manifest-notes.ts';

/**
 * Records steps and variables that differ from the template, because a cycle created again from it
 * would differ.
 */
export function recordTemplateDifferences(
  { reading, shape }: WholeCycle,
  key: string,
  { notes }: Pick<DescribeContext, 'notes'>,
): void {
  if (shape === null) return;
  const compare = (
    section: 'steps' | 'variables',
    live: readonly string[],
    own: readonly string[],
  ) => {
    const thing = section === 'steps' ? 'step' : 'variable';
    const remark = (name: string, text: string) =>
      notes.remark({ topic: 'template', path: ['spec', 'cycles', key, section, name], text: text });
    for (const name of listMissing(live, own).sort()) {
      const what = `The template has no ${thing} ${formatName(name)}`;
      remark(name, `${what}: a new cycle does not have it.`);
    }
    for (const name of listMissing(own, live)) {
      const what = `The template has a ${thing} ${formatName(name)} that is not here`;
      remark(name, `${what}: a new cycle has it.`);
    }
  };
  const { steps, variables, hidesOrder, hidesVariables } = reading.shape;
  // Skips steps of equal names when their order is not shown, because their labels may be swapped.
  if (hidesOrder !== true) {
    compare('steps', steps.map(toLabel), toTemplateShape(shape).steps.map(toLabel));
  }
  if (hidesVariables !== true) {
    compare('variables', variables.map(toDisplayName), shape.variables.map(toDisplayName));
  }
}

/** Those of the first that the second lacks, each once. */
function listMissing(names: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return [...new Set(names)].filter((name) => !known.has(name));
}

function toLabel({ label }: { readonly label: string }): string {
  return label;
}

function toDisplayName({ displayName }: { readonly displayName: string }): string {
  return displayName;
}
