import type { MadeCycleFile } from '../../../engine/cycle-file/export/make-cycle-file.ts';
import type { Json } from '../../../kit/json/json.ts';
import { toEntryPointer } from '../../../kit/json/json-pointer.ts';
import { type Exposed, listExposed } from './secrets/list-exposed.ts';

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
