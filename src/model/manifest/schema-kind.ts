/** The kinds of files that people write, each with a published schema. */
export type SchemaKind = 'project' | 'account' | 'world';

/** Published schemas, including those of files that cyclectl writes. */
export type PublishedKind = SchemaKind | 'snapshot' | 'report';
