import { type FieldPath, parsePath } from '../address.ts';
import { isServiceWord } from '../fields/cycle-fields.ts';
import type { PlainValue } from '../fields/field-value.ts';
import { findContentNormaliser, isOfContents } from './contents.ts';

/** Returns whether a manifest can have a field with its live value; undefined if that is unknown. */
export function isOfManifests(path: FieldPath, value: PlainValue | undefined): boolean {
  const [section = '', name] = parsePath(path);
  if (section === 'from' || path === 'connector/name') return false;
  if (section === 'errorAction' || section === 'collectionSplit') {
    return isServiceWord(String(value));
  }
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : null;
  if (section === 'schedule') return kind === null || kind === 'every';
  // Several variables of one display name have several values.
  if (kind === 'unknown' || (section === 'variables' && Array.isArray(value))) return false;
  return !isOfContents(path) || (name !== undefined && findContentNormaliser(path) === null);
}

/**
 * The same of a member that no line manages. A line cannot say that something has no value, nor the
 * parts of an error webhook that may be off.
 */
export function isAddable(path: FieldPath, value: PlainValue | undefined): boolean {
  const [section = '', , list] = parsePath(path);
  const hasNoNothing = section === 'properties' || section === 'variables' || list === 'parameters';
  const isPart = section === 'errorWebhook' && path !== 'errorWebhook/enabled';
  return isOfManifests(path, value) && !isPart && !(value === null && hasNoNothing);
}
