import { isDeepStrictEqual } from 'node:util';
import type { JSONSchema } from 'json-schema-to-typescript';

/** A JSON Schema file of this project: an object with a title and `$defs`. */
export type SchemaFile = JSONSchema & {
  readonly title: string;
  readonly $defs: Readonly<Record<string, JSONSchema>>;
};

const localReference = /^#\/\$defs\/(.+)$/;

/**
 * Merges schema files into the union of their roots, under `title`, so that one generator run names
 * every type once. Names start with `Written`; equal parts merge, different ones get their file's
 * title.
 */
export function mergeSchemas(title: string, files: readonly SchemaFile[]): JSONSchema {
  const parts: Record<string, JSONSchema> = {};
  for (const file of files) {
    const names = makeNames(file, files);
    const { $defs, $id, $schema, ...rootPart } = file;
    parts[`Written${file.title}`] = renameReferences({ ...rootPart, title: undefined }, names);
    for (const [key, part] of Object.entries($defs)) {
      parts[readName(names, key)] = renameReferences({ ...part, title: undefined }, names);
    }
  }
  return {
    title,
    description: `Any manifest: ${files.map((file) => file.title).join(' or ')}.`,
    oneOf: files.map((file) => ({ $ref: `#/$defs/Written${file.title}` })),
    $defs: parts,
  };
}

function makeNames(file: SchemaFile, files: readonly SchemaFile[]): ReadonlyMap<string, string> {
  return new Map(
    Object.keys(file.$defs).map((key) => {
      const clashes = files.some((other) => isClash(key, { file, other }));
      return [key, `Written${clashes ? file.title : ''}${toTypeName(key)}`];
    }),
  );
}

function isClash(key: string, { file, other }: { file: SchemaFile; other: SchemaFile }): boolean {
  if (other.title === toTypeName(key)) return true;
  if (!(key in other.$defs)) return false;
  return !isSamePart(key, { file, other });
}

/** Also compares referenced parts: `secret` is equal only if `envSecret` is. */
function isSamePart(
  key: string,
  { file, other }: { file: SchemaFile; other: SchemaFile },
): boolean {
  const seen = new Set<string>();
  const queue = [key];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (!isDeepStrictEqual(file.$defs[next], other.$defs[next])) return false;
    queue.push(...listReferences(file.$defs[next]));
  }
  return true;
}

function listReferences(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    if (key !== '$ref' || typeof value !== 'string') return listReferences(value);
    const name = localReference.exec(value)?.[1];
    return name === undefined ? [] : [name];
  });
}

function renameReferences<T>(part: T, names: ReadonlyMap<string, string>): T {
  return JSON.parse(JSON.stringify(part), (key, value: unknown) => {
    if (key !== '$ref' || typeof value !== 'string') return value;
    const name = localReference.exec(value)?.[1];
    if (name === undefined) throw new Error(`${value} is no reference into $defs of its own file`);
    return `#/$defs/${readName(names, name)}`;
  });
}

function readName(names: ReadonlyMap<string, string>, key: string): string {
  const name = names.get(key);
  if (name === undefined) throw new Error(`no $defs entry is called ${key}`);
  return name;
}

function toTypeName(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1);
}
