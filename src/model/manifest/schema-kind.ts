/** The kinds of files that people write, each with a published schema. */
export type SchemaKind = 'project' | 'account' | 'world';

/** All that a schema is published of: also what cyclectl alone writes, for who reads it. */
export type PublishedKind = SchemaKind | 'snapshot' | 'report';
