import { openValidators, type SchemaSet } from '../../../kit/json/open-validators.ts';
import { listForms, listUnions, type ManifestKind, schemas, toReference } from './schemas.ts';

export const schemaSet: SchemaSet = {
  schemas: Object.values(schemas),
  references: () => Object.keys(schemas).flatMap((name) => listReferences(name as ManifestKind)),
  formats: ['date', 'date-time', 'uri', 'uuid'],
  options: { allErrors: true, verbose: true, allowUnionTypes: true, keywords: ['x-secret'] },
};

export const findValidator = openValidators(schemaSet);

/** A manifest is validated as a whole, and what is in none of the forms of a union by one form. */
function listReferences(kind: ManifestKind): readonly string[] {
  const forms = listUnions(kind).flatMap((union) => listForms(kind, union));
  return ['', ...new Set(forms.map(({ pointer }) => pointer))].map((pointer) =>
    toReference(kind, pointer),
  );
}
