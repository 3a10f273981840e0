import { parseDocuments } from '../../../engine/load/parse-documents.ts';
import type { RunContext } from '../../../engine/observe/run-context.ts';
import { readPointer } from '../../../kit/json/json-pointer.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountEntry, RawDocument } from '../../../model/manifest/manifest.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import { makeRowEdits } from '../../fleet/rows/make-row-edits.ts';
import { openRenderedRow } from '../../fleet/rows/rendered-row.ts';
import { type IgnoreEdit, type IgnoreRequest, makeIgnoreEdit } from './make-ignore-edit.ts';

/**
 * The same for an account that is a row: the ignores go into its override, whose reason is that of a
 * new one. Writes nothing.
 */
export async function makeRowIgnore(
  context: RunContext,
  entry: AccountEntry,
  { owner, ...asked }: IgnoreRequest & { readonly owner: string },
): ReturnType<typeof makeIgnoreEdit> {
  const row = await openRenderedRow(context, entry);
  const made = await makeIgnoreEdit(row.context, row.entry, asked);
  if ('refused' in made) return { refused: made.refused.map(row.locate) };
  const changed = { entry, ...row.readChanges(made.text) };
  const { edits } = await makeRowEdits(context, [changed], { reason: asked.reason, owner });
  const file = entry.layering?.fleet?.document.file ?? '';
  const reading = await context.files.read(file);
  const isThere = changed.changes?.length === 0 && reading.ok;
  const before = isThere ? reading.text : edits[0]?.before;
  if (before == null) return { refused: [reportUnwritten(entry)] };
  const text = edits[0]?.after ?? before;
  return { ...made, file, before, text, at: listPlaces(entry, { file, text, at: made.at }) };
}

/** Lists the spans of ignores in the text of a fleet, from those in the file of the account. */
function listPlaces(
  { key, layering }: AccountEntry,
  { file, text, at }: Pick<IgnoreEdit, 'file' | 'text' | 'at'>,
): readonly SourceSpan[] {
  const { documents } = parseDocuments(file, text);
  const document: RawDocument | undefined = documents[layering?.fleet?.document.documentIndex ?? 0];
  const overrides = readPointer(document?.written, '/spec/overrides');
  const index = Array.isArray(overrides)
    ? overrides.findIndex((override) => readPointer(override, '/account') === key)
    : -1;
  if (document === undefined || index < 0) return [];
  const set = `/spec/overrides/${index}/set`;
  return at.map(({ pointer }) => document.spanOf(`${set}${pointer.slice('/spec'.length)}`));
}

function reportUnwritten({ at, layering }: AccountEntry) {
  return reportError('not-ignored', {
    summary: 'The entry cannot be added to the override of the account',
    at,
    remedy: `Add it under set.ignore of an override in ${layering?.fleet?.document.file ?? ''} yourself.`,
  });
}
