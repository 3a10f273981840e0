import { isJsonObject, type Json, type JsonObject, readMember } from '../../../../kit/json/json.ts';
import { toEntryPointer } from '../../../../kit/json/json-pointer.ts';
import { isSecretName, isSecretText } from '../../../../model/secret/secret-name.ts';

/** Something in a cycle file that may be a secret, and its JSON pointer. */
export type Exposed = { readonly pointer: string; readonly value: Json };

/**
 * What in a cycle file, or in what lies beside it, may be a secret and has no place of its own in a manifest, so that it
 * could not be given there: by its look, by what it is called, or because it is known as one.
 */
export function listExposed(
  value: Json,
  isHidden: (text: string) => boolean,
  pointer = '',
): readonly Exposed[] {
  if (value === null || typeof value === 'boolean') return [];
  if (typeof value !== 'object') {
    const text = String(value);
    return isHidden(text) || isSecretText(text) ? [{ pointer, value }] : [];
  }
  if (marker.test(pointer) && isJsonObject(value)) return [];
  if (isJsonObject(value) && hasNamedSecret(value, pointer)) return [{ pointer, value }];
  return Object.entries(value).flatMap(([name, item]) => {
    const at = toEntryPointer(pointer, name);
    const isName = isJsonObject(value) && isHidden(name);
    return isName ? [{ pointer: at, value: name }] : listExposed(item as Json, isHidden, at);
  });
}

/** What a connector says of itself: it is called as it is in every account, and holds nothing of this one. */
const ofConnector =
  /^\/Steps\/\d+\/(?:AccountConnector|Method|CycleFieldMappings\/\d+\/Field)(?:\/|$)/;

/** Where `{secret: PATH}` stands for what was struck; nothing else of more than a text stands there. */
const marker = /^\/(?:Variables|Steps\/\d+\/Cycle(?:Parameters|FieldMappings))\/\d+\/Value$/;

// `{apiKey: TEXT}`, or `{Name: apiKey, Value: TEXT}`.
function hasNamedSecret(object: JsonObject, pointer: string): boolean {
  if (ofConnector.test(pointer)) return false;
  const name = readMember(object, 'Name') ?? readMember(object, 'Key');
  const isCalledSo = typeof name === 'string' && isSecretName(name);
  return Object.entries(object).some(
    ([key, item]) => isText(item) && (isSecretName(key) || (isCalledSo && key === 'Value')),
  );
}

function isText(value: Json | undefined): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}
