import type { SchemaKind } from '../../../../model/manifest/schema-kind.ts';
import type { ScaffoldFile, ScaffoldInputs } from '../scaffold.ts';

/** The files that each schema is for. */
const globs: Readonly<Record<SchemaKind, readonly string[]>> = {
  project: ['cyclectl.yaml'],
  account: ['accounts/**/*.yaml', 'accounts/**/*.yml'],
  world: ['world.yaml'],
};

const recommended = ['redhat.vscode-yaml'];

/**
 * The schemas, and the settings by which an editor reads manifests with them: those of VS Code, whose extension for
 * YAML is named as well. Other editors go by the first line of each manifest.
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
