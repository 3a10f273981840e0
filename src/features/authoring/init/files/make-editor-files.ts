import type { SchemaKind } from '../../../../model/manifest/manifest.ts';
import type { ScaffoldFile, ScaffoldInputs } from '../scaffold.ts';

/** Files of each schema. */
const globs: Readonly<Record<SchemaKind, readonly string[]>> = {
  project: ['cyclectl.yaml'],
  account: ['accounts/**/*.yaml', 'accounts/**/*.yml'],
  world: ['world.yaml'],
};

const recommended = ['redhat.vscode-yaml'];

/**
 * Makes the schemas and the settings of VS Code and its YAML extension. Other editors read the
 * first line of each manifest.
 */
export function makeEditorFiles(
  names: readonly SchemaKind[],
  { schemas }: Pick<ScaffoldInputs, 'schemas'>,
): readonly ScaffoldFile[] {
  const value = Object.fromEntries(names.map((name) => [`./${toPath(name)}`, globs[name]]));
  return [
    ...names.map((name) => ({ path: toPath(name), text: schemas[name] })),
    {
      path: '.vscode/extensions.json',
      text: formatJson({ recommendations: recommended }),
      adds: { kind: 'property', name: 'recommendations', value: recommended },
    },
    {
      path: '.vscode/settings.json',
      text: formatJson({ 'yaml.schemas': value }),
      adds: { kind: 'property', name: 'yaml.schemas', value },
    },
  ];
}

function toPath(name: SchemaKind): string {
  return `schemas/${name}.schema.json`;
}

function formatJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
