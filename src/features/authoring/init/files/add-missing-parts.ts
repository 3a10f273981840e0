import { addJsonProperty } from '../../../../kit/json/add-json-property.ts';
import type { FileAddition } from '../scaffold.ts';
import { addIgnored } from './add-ignored.ts';

/** A file that was there, with what it lacked. */
export type CompletedText = {
  /** The whole new text; null where nothing is lacking, or where only a person can add it. */
  readonly text: string | null;
  /** What it lacked, as it is written there; null: nothing. */
  readonly adds: string | null;
};

/** Adds to the text of a file what it lacks, as far as nothing else of it changes; null: it is no text. */
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
