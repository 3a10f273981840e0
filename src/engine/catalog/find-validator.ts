import catalogSchema from 'cyclectl/schemas/catalog.schema.json' with { type: 'json' };
import { openValidators, type SchemaSet } from '../../kit/json/open-validators.ts';

export const schemaSet: SchemaSet = {
  schemas: [catalogSchema],
  references: () => [catalogSchema.$id],
  formats: [],
  options: { verbose: true },
};

export const findValidator = openValidators(schemaSet);
