import worldSchema from 'cyclectl/schemas/world.schema.json' with { type: 'json' };
import { openValidators, type SchemaSet } from '../../../kit/json/open-validators.ts';

export const schemaSet: SchemaSet = {
  schemas: [worldSchema],
  references: () => [worldSchema.$id],
  formats: [],
  options: { allErrors: true, allowUnionTypes: true, verbose: true },
};

export const findValidator = openValidators(schemaSet);
