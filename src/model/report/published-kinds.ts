/** Published schemas, including those of documents that cyclectl writes. */
export const publishedKinds = [
  'project',
  'account',
  'blueprint',
  'fleet',
  'policy',
  'world',
  'catalog',
  'cycle',
  'report',
  'output',
  'plan',
  'state',
  'notification',
  'backup',
  'log',
  'config',
] as const;
export type PublishedKind = (typeof publishedKinds)[number];
