import reportSchema from 'cyclectl/schemas/report.schema.json' with { type: 'json' };
import { openValidators, type SchemaSet } from '../../../kit/json/open-validators.ts';
import { accountOf, reportKinds, toReference } from './report-parts.ts';

export const schemaSet: SchemaSet = {
  schemas: [reportSchema],
  references: () => {
    const accounts = Object.values(accountOf).filter((part) => part !== null);
    return ['made', ...reportKinds.map((kind) => `${kind}Run`), ...accounts].map(toReference);
  },
  formats: ['date-time'],
  options: { allowUnionTypes: true },
};

export const findValidator = openValidators(schemaSet);
