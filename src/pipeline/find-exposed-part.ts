import type { Json } from '../kit/json.ts';
import { extendPointer } from '../kit/json-pointer.ts';
import { findExposed } from '../stages/describe/find-exposed.ts';
import type { HiddenTexts } from '../stages/describe/hidden-texts.ts';
import type { MadeCycleFile } from '../stages/transfer/make-cycle-file.ts';

/**
 * JSON pointer of the first place in a cycle file or a blob beside it that may be a secret and that no manifest could
 * give; null where there is none. `hidden` are texts that are known as secrets.
 */
export function findExposedPart(
  { document, blobs }: Pick<MadeCycleFile, 'document' | 'blobs'>,
  hidden: Pick<HiddenTexts, 'has'>,
): string | null {
  const parts = blobs.map(({ text }, index) => ({
    pointer: extendPointer('/ExportedConnectors', index),
    value: JSON.parse(text) as Json,
  }));
  for (const { value, pointer } of [{ value: document, pointer: '' }, ...parts]) {
    const found = findExposed(value, hidden, pointer);
    if (found !== null) return found;
  }
  return null;
}
