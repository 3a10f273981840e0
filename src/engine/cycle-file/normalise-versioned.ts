import { type JsonObject, toList } from '../../kit/json/json.ts';
import { listUserTags } from '../../model/diff/identity.ts';
import { type ownParts, selectOtherKeys } from './order-keys.ts';

/**
 * Normalises the part of an export with the tags: sorts them and drops ours. Only a template keeps
 * Published, because only templates are published.
 */
export function normaliseVersioned(
  versioned: JsonObject,
  exported: keyof typeof ownParts,
): JsonObject {
  const tags = toList(versioned.Tags).map(String);
  return {
    ...selectOtherKeys(versioned, exported === 'template' ? [] : ['Published']),
    Tags: [...new Set(listUserTags(tags))].sort(),
  };
}
