import { isJsonObject, type Json, type JsonObject } from '../../../kit/json/json.ts';
import { toEntryPointer } from '../../../kit/json/json-pointer.ts';
import { guidForm, isIdKey, proseKeys, zeroGuid } from '../order-keys.ts';

/** Lists the pointers of unresolved ids in a cycle file. */
export function listUnresolvedIds(document: JsonObject): string[] {
  const found: string[] = [];
  const look = (value: Json, key: string, pointer: string): void => {
    if (typeof value === 'string') {
      const guid = guidForm.exec(value)?.[0];
      if (guid !== undefined && guid !== zeroGuid) found.push(pointer);
    } else if (typeof value === 'number') {
      if (isIdKey(key) && value !== 0) found.push(pointer);
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries())
        look(item as Json, key, toEntryPointer(pointer, index));
    } else if (isJsonObject(value)) {
      for (const [name, item] of Object.entries(value)) {
        if (!proseKeys.has(name)) look(item, name, toEntryPointer(pointer, name));
      }
    }
  };
  look(document, '', '');
  return found;
}
