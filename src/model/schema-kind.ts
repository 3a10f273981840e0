/** The kinds of files that have a published schema. */
export type SchemaKind = 'project' | 'account' | 'world';
