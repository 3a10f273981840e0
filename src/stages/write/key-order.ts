/** The keys of objects in the order of the schema, by which a new key finds its place. */
export const keyOrder: Readonly<Record<'connector' | 'cycle', readonly string[]>> = {
  connector: [
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
  ],
  cycle: [
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
  ],
};
