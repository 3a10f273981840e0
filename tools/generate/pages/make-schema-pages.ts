import { renderNotice } from '../markdown.ts';
import { renderKeys, type SchemaDocument } from './make-keys-page.ts';

const reading = `A key that is marked with \`?\` may be absent. KEY stands for a key of yours, \`[]\` for an item of a list.`;

/** docs/reference/project-keys.md: the keys of cyclectl.yaml. */
export function makeProjectPage(schema: SchemaDocument): string {
  return `${renderNotice('schemas/project.schema.json')}
# Keys of cyclectl.yaml

\`cyclectl.yaml\` (kind \`Project\`) names the environments of a project, and the folders of its manifests. \`cyclectl schema project\`
prints the schema, so that an editor completes keys and marks mistakes. ${reading}

Durations are written as \`90s\`, \`10m\`, \`12h\` or \`7d\`. This file takes no placeholders.

${renderKeys(schema, { title: 'File', shared: ['secret'] })}`;
}

/** docs/reference/account-keys.md: the keys of the manifest of an account. */
export function makeAccountPage(schema: SchemaDocument): string {
  return `${renderNotice('schemas/account.schema.json')}
# Keys of an account manifest

One document of kind \`Account\` describes one customer account. \`cyclectl schema account\` prints the schema. ${reading}

- YAML is read strictly: an unknown key, a duplicate key, or a number instead of text (\`version: 2.0\`) is an error.
- A key that is absent is not managed. \`null\` clears a value that can be without one; \`tags: []\` removes all tags.
- A removed line leaves the value in the service. A removed entry of a map that is still there [deletes the object](../guides/delete-objects.md).
- Any value in \`spec\` but \`id\` and \`ids\` can be a [placeholder](../guides/use-variables.md) such as \`\${vars.zone}\`.
- [Fields](fields.md) lists how each of these is read, compared, cleared and owned.

${renderKeys(schema, { title: 'File', shared: ['secret', 'mapping'] })}`;
}

/** docs/reference/policy-keys.md: the keys of a policy. */
export function makePolicyPage(schema: SchemaDocument): string {
  return `${renderNotice('schemas/policy.schema.json')}
# Keys of a policy

One document of kind \`Policy\` describes one rule, in a file of the folder \`policy\`. [Write policies](../guides/write-policies.md) says how to write one.
\`cyclectl schema policy\` prints the schema. ${reading}

${renderKeys(schema, { title: 'File', shared: [] })}`;
}

/** docs/reference/world-keys.md: the keys of a world file. */
export function makeWorldPage(schema: SchemaDocument): string {
  return `${renderNotice('schemas/world.schema.json')}
# Keys of a world file

A world says what the emulator offers before anything is applied. [Worlds](worlds.md) says how to write one. \`cyclectl schema world\`
prints the schema. ${reading}

${renderKeys(schema, { title: 'File', shared: ['mapping'] })}`;
}
