import { parsePointer } from '../../../kit/json/json-pointer.ts';
import { listBranches, type ManifestKind, type SchemaNode } from './schemas.ts';

/**
 * True if the schema marks a place, or one above it, with `x-secret`: its value may be a secret and
 * is never shown.
 */
export function isSecretPlace(kind: ManifestKind, pointer: string): boolean {
  let nodes = listBranches(kind, null);
  for (const name of [null, ...parsePointer(pointer)]) {
    if (name !== null) nodes = nodes.flatMap((node) => listEntries(kind, node, name));
    if (nodes.some((node) => node['x-secret'] === true)) return true;
  }
  return false;
}

function listEntries(kind: ManifestKind, node: SchemaNode, name: string): readonly SchemaNode[] {
  const { properties = {}, additionalProperties, items } = node;
  const own = Object.hasOwn(properties, name) ? properties[name] : null;
  return [own ?? additionalProperties, items].flatMap((entry) =>
    typeof entry === 'object' && entry !== null ? listBranches(kind, entry) : [],
  );
}
