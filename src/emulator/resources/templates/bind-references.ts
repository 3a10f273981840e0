/** Reference to a response field, `{{stepGuid fieldId}}` (SERVICE C [R2]). */
export interface FieldReference {
  readonly stepId: string;
  readonly fieldId: number;
}

const form =
  /(?<=\{\{\s{0,20})([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\s+([0-9]{1,15})/gi;

/**
 * Replaces step references, because ids differ per instance and a copied step has new ones.
 * References unknown to `find` stay.
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
