import { listMergeFieldNames } from '../desired/expression.ts';
import { type CycleShape, findVariable, type NamedStep } from '../live/cycle-shape.ts';

/**
 * The merge field of an expression that names a sensitive parameter, which the service does not
 * merge (SPEC 5), of the step's method or of `others`; else null. A variable of that name takes
 * precedence.
 */
export function findMergedSecretName(
  expression: string,
  step: Pick<NamedStep, 'parameters'>,
  { shape, others = [] }: { readonly shape: CycleShape; readonly others?: readonly string[] },
): string | null {
  const own = step.parameters.filter(({ isSensitive }) => isSensitive).map(({ name }) => name);
  const sensitive = new Set([...own, ...others].map((name) => name.toLowerCase()));
  const found = listMergeFieldNames(expression).find(
    (name) => sensitive.has(name.toLowerCase()) && findVariable(shape, name).kind === 'none',
  );
  return found ?? null;
}
