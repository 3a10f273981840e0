import { addJsonProperty } from '../../../../kit/json/add-json-property.ts';
import type { FileAddition } from '../scaffold.ts';
import { addIgnored } from './add-ignored.ts';

/** Existing file, with its missing part. */
export type CompletedText = {
  /** New text; null when nothing is missing, or only a person can add it. */
  readonly text: string | null;
  /** Missing part as written there; null when nothing is missing. */
  readonly adds: string | null;
};

/** Adds the missing part of a file if nothing else changes; null for a file that is not text. */
export function addMissingParts(text: string | null, addition: FileAddition): CompletedText {
  if (addition.kind === 'ignored') {
    if (text === null) return { text, adds: addition.lines.join(' ') };
    const { text: completed, added } = addIgnored(text, addition.lines);
    return added.length === 0
      ? { text: null, adds: null }
      : { text: completed, adds: added.join(' ') };
  }
  const { name, value } = addition;
  const adds = `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
  const completed = text === null ? null : addJsonProperty(text, name, value);
  return completed === text && text !== null
    ? { text: null, adds: null }
    : { text: completed, adds };
}
