import type { JsonObject } from '../../../kit/json/json.ts';
import type { LiveCycle } from '../../../model/live/live.ts';

/** Adds the description of the cycle to an export that has no such member (SERVICE E.2 [P]). */
export function withDescription(exported: JsonObject, { description }: LiveCycle): JsonObject {
  return 'Description' in exported || description === null
    ? exported
    : { ...exported, Description: description };
}
