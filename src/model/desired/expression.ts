import {
  type CycleShape,
  findStep,
  findTarget,
  findVariable,
  type NamedStep,
} from '../live/cycle-shape.ts';

/**
 * Returns whether the service evaluates a static text: it has merge fields, or a script right after
 * `=`.
 */
export function isExpression(text: string): boolean {
  return /^=\S/.test(text) || text.includes('{{');
}

const namedReference = /\{\{\s*"((?:[^"\\]|\\.)*)"\s+"((?:[^"\\]|\\.)*)"\s*\}\}/g;

const idReference = /\{\{\s*([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\s+(\d+)\s*\}\}/gi;

/** `{{stepGuid fieldId}}` as `{{"Step" "Location"}}`; ids that the cycle does not know stay (SERVICE C [R2]). */
export function toNamedExpression(text: string, shape: CycleShape): string {
  return text.replace(idReference, (written, stepId: string, fieldId: string) => {
    const step = shape.steps.find((item) => item.id.toLowerCase() === stepId.toLowerCase());
    const field = step?.responses.find((item) => item.id === fieldId);
    return step === undefined || field === undefined
      ? written
      : `{{${quote(step.label)} ${quote(field.name)}}}`;
  });
}

/**
 * Returns whether merge fields of a text reference steps by id, or by a name that the cycle does
 * not have.
 */
export function hasIdReference(text: string): boolean {
  return /\{\{\s*[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/i.test(text);
}

/** The steps and fields that a text as read refers to by their ids. */
export function listIdReferences(
  text: string,
): { readonly step: string; readonly field: string }[] {
  return [...text.matchAll(idReference)].map(([, step = '', field = '']) => ({ step, field }));
}

/** The step and field names that an expression refers to. */
export function listReferences(text: string): { readonly step: string; readonly field: string }[] {
  return [...text.matchAll(namedReference)].map(([, step = '', field = '']) => ({
    step: unquote(step),
    field: unquote(field),
  }));
}

const mergeField = /\{\{\s*(?:"((?:[^"\\]|\\.)*)"(?!\s*")|([^\s"{}]+))[^{}]*\}\}/g;

/**
 * The first names of merge fields, `{{Name}}` or `{{Name format=…}}`, without those of a step and
 * its field.
 */
function listMergeFieldNames(text: string): readonly string[] {
  return [...text.matchAll(mergeField)].map(([, quoted, bare = '']) =>
    quoted === undefined ? bare : unquote(quoted),
  );
}

/** `{{"Step" "Location"}}` as `{{stepGuid fieldId}}`. Names must have been found before. */
export function bindExpression(text: string, shape: CycleShape): string {
  return text.replace(namedReference, (written, stepName: string, fieldName: string) => {
    const step = findStep(shape, unquote(stepName));
    if (step.kind !== 'one') return written;
    const field = findTarget(step.item, 'responses', unquote(fieldName));
    return field.kind === 'one' ? `{{${step.item.id} ${field.item.id}}}` : written;
  });
}

/** The text of an expression without the merged values. */
export function toTextWithoutMergeFields(text: string): string {
  return isExpression(text) ? text.replaceAll(/\{\{[^{}]*\}\}/g, '').trim() : text;
}

/** The same expression with other names of its steps, and one form of white space. */
export function withRenamedReferences(text: string, rename: (name: string) => string): string {
  return text.replace(
    namedReference,
    (_, step: string, field: string) =>
      `{{${quote(rename(unquote(step)))} ${quote(unquote(field))}}}`,
  );
}

/** The same expression with each step under its label and one form of white space, to compare by. */
export function normaliseExpression(text: string, shape: CycleShape): string {
  return text.replace(namedReference, (written, stepName: string, fieldName: string) => {
    const step = findStep(shape, unquote(stepName));
    return step.kind === 'one'
      ? `{{${quote(step.item.label)} ${quote(unquote(fieldName))}}}`
      : written;
  });
}

function quote(name: string): string {
  return `"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function unquote(name: string): string {
  return name.replaceAll(/\\(.)/g, '$1');
}

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
