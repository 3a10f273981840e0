import { openValidators, type SchemaSet } from '../../../kit/json/open-validators.ts';
import { schemas, toSchemaSet } from './schemas.ts';

export const schemaSet: SchemaSet = toSchemaSet(Object.values(schemas));

export const findValidator = openValidators(schemaSet);
