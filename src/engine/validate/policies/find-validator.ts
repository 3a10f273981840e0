import policy from 'cyclectl/schemas/policy.schema.json' with { type: 'json' };
import { openValidators, type SchemaSet } from '../../../kit/json/open-validators.ts';
import { toSchemaSet } from '../schema/schemas.ts';

export const schemaSet: SchemaSet = toSchemaSet([policy]);

export const findValidator = openValidators(schemaSet);
