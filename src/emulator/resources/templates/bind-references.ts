/** A response field of a step, as values name it: `{{stepGuid fieldId}}` (SERVICE C [R2]). */
export interface FieldReference {
  readonly stepId: string;
  readonly fieldId: number;
}

const form =
  /(?<=\{\{\s{0,20})([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\s+([0-9]{1,15})/gi;

/**
 * The text with the ids of other steps in it: ids differ per instance, so what a value names has
 * to be named anew when its step is copied. What `find` does not know stays as it is.
 */
export function bindReferences(
  text: string,
  find: (reference: FieldReference) => FieldReference | undefined,
): string {
  return text.replaceAll(form, (whole, stepId: string, fieldId: string) => {
    const found = find({ stepId: stepId.toLowerCase(), fieldId: Number(fieldId) });
    return found === undefined ? whole : `${found.stepId} ${found.fieldId}`;
  });
}
