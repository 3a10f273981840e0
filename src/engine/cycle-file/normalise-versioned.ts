import { type JsonObject, toList } from '../../kit/json/json.ts';
import { listUserTags } from '../../model/diff/identity.ts';
import type { ownParts } from './order-keys.ts';
import { selectOtherKeys } from './select-keys.ts';

/**
 * The part of an export that has the tags. Which entry of which manifest it is says nothing of the cycle, nor does the
 * order of tags; and only a template is published, so that others can install it.
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
