import { isJsonObject, type Json, type JsonObject, readMember } from '../../kit/json.ts';
import { extendPointer } from '../../kit/json-pointer.ts';
import { isSecretName, isSecretText } from '../../model/secret-name.ts';
import type { HiddenTexts } from './hidden-texts.ts';

/**
 * JSON pointer of the first text in a cycle file, or in what lies beside it, that may be a secret and has no place of
 * its own in a manifest, so that it could not be given there; null where there is none.
 */
export function findExposed(
  value: Json,
  hidden: Pick<HiddenTexts, 'has'>,
  pointer = '',
): string | null {
  if (value === null || typeof value === 'boolean') return null;
  if (typeof value !== 'object') {
    const text = String(value);
    return hidden.has(text) || isSecretText(text) ? pointer : null;
  }
  if (marker.test(pointer) && isJsonObject(value)) return null;
  if (isJsonObject(value) && holdsNamed(value, pointer)) return pointer;
  for (const [name, item] of Object.entries(value)) {
    const at = extendPointer(pointer, name);
    const found = hidden.has(name) ? at : findExposed(item as Json, hidden, at);
    if (found !== null) return found;
  }
  return null;
}

/** What a connector says of itself: it is called as it is in every account, and holds nothing of this one. */
const ofConnector =
  /^\/Steps\/\d+\/(?:AccountConnector|Method|CycleFieldMappings\/\d+\/Field)(?:\/|$)/;

/** Where `{secret: PATH}` stands for what was struck; nothing else of more than a text stands there. */
const marker = /^\/(?:Variables|Steps\/\d+\/Cycle(?:Parameters|FieldMappings))\/\d+\/Value$/;

// `{apiKey: TEXT}`, or `{Name: apiKey, Value: TEXT}`.
function holdsNamed(object: JsonObject, pointer: string): boolean {
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
