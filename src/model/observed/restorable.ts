import type { FieldPath, ObjectKind } from '../address.ts';
import { parseStepTarget } from '../desired/launch-path.ts';
import { ignored, isMappingSource } from '../desired/mapping.ts';
import type { PlainValue } from '../fields/field-value.ts';
import { findFieldRow } from '../fields/fields.ts';
import type { BaselineValue } from './baseline.ts';
import { isOfContents } from './contents.ts';
import { isOfManifests } from './is-of-manifests.ts';

/** The value that a revert of an unmanaged change sends; undefined if a person restores it. */
export function findRestorable(
  kind: ObjectKind,
  path: FieldPath,
  was: BaselineValue,
): PlainValue | undefined {
  // A secret text is not stored, and a webhook is sent whole with its URL, which may be one.
  if (was.kind === 'secret' || path.startsWith('errorWebhook/')) return undefined;
  if (kind === 'cycle' && isOfContents(path)) return findContentValue(path, was.value);
  const row = findFieldRow(kind, path);
  const isWrittenAlone = row.property !== null || isOwnText(kind, path);
  if (!isWrittenAlone || row.writable !== 'always') return undefined;
  return was.value === null && row.clear === 'no' ? undefined : was.value;
}

// A connector has no property of its own in the table of fields.
function isOwnText(kind: ObjectKind, path: FieldPath): boolean {
  if (kind !== 'connector') return false;
  return path === 'displayName' || path === 'description' || path.startsWith('properties/');
}

// Steps and edges are of the template, and only the console changes them.
function findContentValue(path: FieldPath, was: PlainValue): PlainValue | undefined {
  const target = parseStepTarget(path);
  if (target === null) return isOfManifests(path, was) && was !== null ? was : undefined;
  if (target.target === '') return undefined;
  if (target.isLaunch) return was === true;
  if (!isMappingSource(was)) return ignored;
  return was.kind === 'unknown' ? undefined : was;
}
