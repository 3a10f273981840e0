import type { MadeCycleFile } from '../../../engine/cycle-file/export/make-cycle-file.ts';
import { isJsonObject, type Json, type JsonObject, readMember } from '../../../kit/json/json.ts';
import { toEntryPointer } from '../../../kit/json/json-pointer.ts';
import { isSecretName, isSecretText } from '../../../model/secret/secret-name.ts';

/** Possible secret in a cycle file, with its JSON pointer. */
type Exposed = { readonly pointer: string; readonly value: Json };

/** Parts that a connector defines, equal in every account. */
const ofConnector =
  /^\/Steps\/\d+\/(?:AccountConnector|Method|CycleFieldMappings\/\d+\/Field)(?:\/|$)/;

/** Places of `{secret: PATH}` for a redacted value. */
const marker = /^\/(?:Variables|Steps\/\d+\/Cycle(?:Parameters|FieldMappings))\/\d+\/Value$/;

/**
 * Lists possible secrets in a cycle file or its blobs that no manifest could supply. `isUnreadable`
 * recognises known secrets.
 */
export function listExposedParts(
  { document, blobs }: Pick<MadeCycleFile, 'document' | 'blobs'>,
  isHidden: (text: string) => boolean,
): readonly Exposed[] {
  const parts = blobs.map(({ text }, index) => ({
    pointer: toEntryPointer('/ExportedConnectors', index),
    value: JSON.parse(text) as Json,
  }));
  return [{ value: document, pointer: '' }, ...parts].flatMap(({ value, pointer }) =>
    listExposed(value, isHidden, pointer),
  );
}

/**
 * Lists possible secrets of a cycle file or its blobs that have no place in a manifest: by content,
 * by name, or as known secrets.
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

// Matches `{apiKey: TEXT}`, or `{Name: apiKey, Value: TEXT}`.
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
