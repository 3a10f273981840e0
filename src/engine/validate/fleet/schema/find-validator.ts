import { openValidators, type SchemaSet } from '../../../../kit/json/open-validators.ts';
import { toSchemaSet } from '../../schema/schemas.ts';
import { fleetSchemas } from './fleet-schemas.ts';

export const schemaSet: SchemaSet = toSchemaSet(Object.values(fleetSchemas));

export const findValidator = openValidators(schemaSet);
