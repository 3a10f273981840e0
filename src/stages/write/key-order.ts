/** Keys of a connector in the order of the schema, which a new key follows. */
export const connectorKeys: readonly string[] = [
  'connector',
  'displayName',
  'renamedFrom',
  'protect',
  'description',
  'authentication',
  'auth',
  'properties',
  'customCategories',
  'checks',
];

/** Keys of a cycle in the order of the schema. */
export const cycleKeys: readonly string[] = [
  'from',
  'displayName',
  'renamedFrom',
  'protect',
  'description',
  'tags',
  'retention',
  'connectors',
  'state',
  'schedule',
  'variables',
  'steps',
];
