import { toPointer } from '../../../../kit/json/json-pointer.ts';
import type { SourceSpan } from '../../../../model/source-span.ts';
import type { FieldEdit } from '../accept/accepted.ts';
import type { FoundAccount } from '../found-account.ts';

/** Finds the span of an edit in the file; for a new value, its future place. */
export function findEditPlace({ path }: FieldEdit, { raw }: FoundAccount): SourceSpan {
  const pointer = toPointer(path);
  return raw.isWritten(pointer) ? raw.spanOf(pointer) : raw.keySpanOf(pointer);
}
