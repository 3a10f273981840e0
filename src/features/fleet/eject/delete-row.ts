import { parseDocuments } from '../../../engine/load/parse-documents.ts';
import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { updateYaml } from '../../../kit/yaml/update-yaml.ts';
import type { Fleet } from '../../../model/manifest/layers.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';

/**
 * Removes the row of an account from the text of its table, and keeps every other byte; null if that
 * is not possible.
 */
export function deleteRow(text: string, { file, spanOf, documentIndex }: RawDocument) {
  if (!file.endsWith('.csv')) return removeValue(text, 0, [String(documentIndex)]);
  const { line, endLine } = spanOf('');
  const starts = [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map((end) => end.index + end[0].length)];
  return text.slice(0, starts[line - 1]) + text.slice(starts[endLine] ?? text.length);
}

/** Removes one of several documents from the text of a file, in the same way. */
export function deleteDocument(text: string, file: string, documentIndex: number): string | null {
  const { documents } = parseDocuments(file, text);
  const part = documents.find((each) => each.documentIndex === documentIndex)?.part ?? null;
  if (part === null) return null;
  const bytes = Buffer.from(text);
  const end = part.from + part.bytes;
  const edited = Buffer.concat([bytes.subarray(0, part.from), bytes.subarray(end)]).toString();
  const others = documents.filter((each) => each.documentIndex !== documentIndex);
  const left = parseDocuments(file, edited).documents;
  const isSame = isSameJson(
    left.map(({ written }) => written),
    others.map(({ written }) => written),
  );
  return isSame ? edited : null;
}

/** Removes the override of an account from the text of its fleet, in the same way. */
export function deleteOverride(text: string, fleet: Fleet, account: string): string | null {
  const { documentIndex, written } = fleet.document;
  const overrides = written.spec.overrides ?? [];
  const index = overrides.findIndex((each) => each.account === account);
  if (index < 0) return text;
  const path = ['spec', 'overrides', ...(overrides.length === 1 ? [] : [String(index)])];
  return removeValue(text, documentIndex, path);
}

function removeValue(text: string, documentIndex: number, path: readonly string[]): string | null {
  const edited = updateYaml(text, [{ kind: 'remove', path, documentIndex }]);
  return edited.refused.length === 0 ? edited.text : null;
}
