import { indexManifests } from '../../../engine/index/index-manifests.ts';
import { withTexts } from '../../../engine/load/with-overlay.ts';
import {
  findOrigin,
  type LayerValue,
  listOrigins,
} from '../../../engine/validate/layers/list-origins.ts';
import type { TextChange } from '../../../kit/files/unified-patch.ts';
import { toPointer } from '../../../kit/json/json-pointer.ts';
import { type Address, parsePath, toAccountAddress } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Override } from '../../../model/manifest/layers.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import { type ChangedSetting, findReplaced } from './find-places.ts';
import { type ChangedRow, makeRowEdits, type Project } from './make-row-edits.ts';
import {
  type Choice,
  makeSharedEdits,
  type Rows,
  type SharedChange,
  type UnsharedChange,
} from './make-shared-edits.ts';

/** Changes of rows as edits of the layers that they belong into. */
export type LayerEdits = {
  readonly edits: readonly TextChange[];
  /** Written changes, each with the layer that has it now. */
  readonly places: ReadonlyMap<ChangedSetting, LayerValue | null>;
  /** Changes that were wanted in a shared place, which cannot have them. */
  readonly refused: readonly UnsharedChange[];
  /** Changes of which is not clear where they belong; then nothing is to be written. */
  readonly open: readonly SharedChange[];
};

/**
 * Makes edits of changed rows: equal changes of all accounts of a blueprint or a segment go where the
 * choice says, each other one into the cell or the override of its account. Writes nothing.
 */
export async function makeLayerEdits(
  context: Project,
  { read, changed }: Rows,
  { choice, ...fresh }: Pick<Override, 'reason' | 'owner'> & { readonly choice: Choice },
): Promise<LayerEdits> {
  const shared = await makeSharedEdits(context, { read, changed }, choice);
  const isOwn = (change: ChangedSetting) => !shared.written.has(change);
  const own = changed.map((row) => ({ ...row, changes: row.changes?.filter(isOwn) ?? null }));
  const made = await makeRowEdits({ ...context, files: shared.files }, own, fresh);
  const written = [...shared.written, ...made.rows.flatMap(({ changes }) => changes ?? [])];
  const edits = joinEdits([...shared.edits, ...made.edits]);
  const places = await listPlaces(context, { changed, edits, written: new Set(written) });
  return { edits, places, refused: shared.refused, open: shared.open };
}

// A fleet may get both a value of a segment and an override.
function joinEdits(edits: readonly TextChange[]): readonly TextChange[] {
  const byPath = new Map<string, TextChange>();
  for (const edit of edits) {
    const before = byPath.get(edit.path)?.before ?? edit.before;
    byPath.set(edit.path, { ...edit, before });
  }
  return [...byPath.values()];
}

/** Lists the layers and places of written changes in the edited files. */
async function listPlaces(
  { files, environment, environments }: Project,
  {
    changed,
    edits,
    written,
  }: Pick<LayerEdits, 'edits'> & {
    readonly changed: readonly ChangedRow[];
    readonly written: ReadonlySet<ChangedSetting>;
  },
): Promise<LayerEdits['places']> {
  if (edits.length === 0) return new Map();
  const scope = { environment, variables: environments.get(environment)?.variables ?? null };
  const edited = new Set(edits.map(({ path }) => path));
  const texts = edits.map(({ path, after }) => ({ path, text: after }));
  const { index } = await indexManifests(withTexts(files, texts));
  const found = new Map(index.accounts.map(({ key, document }) => [key, document]));
  return new Map(
    changed.flatMap(({ entry, changes }) => {
      const [before, after] = [entry.document, found.get(entry.key)];
      if (before === null || after == null) return [];
      return (changes ?? [])
        .filter((change) => written.has(change))
        .map((change) => {
          const { path } = findReplaced(change, before, scope);
          const origins = listOrigins(after, scope, toPointer(['spec', ...path]));
          const origin = findOrigin(origins);
          // A written placeholder of a variable has its value from a file that does not change.
          const isEdited = origin !== null && edited.has(origin.at.file);
          return [change, isEdited ? origin : (origins.values.at(-1) ?? null)];
        });
    }),
  );
}

/** Finds the change that a field of an account belongs to. */
export function findChange(
  address: Address,
  changes: readonly ChangedSetting[],
): ChangedSetting | null {
  const [, ...names] = parsePath(address);
  const found = changes.find(({ path }) =>
    path.every((name, index) => index >= names.length || name === names[index]),
  );
  return found ?? null;
}

/** Returns whether each change of a row was written. */
export function isPlaced({ changes }: ChangedRow, { places }: LayerEdits): boolean {
  const all = changes ?? [];
  return all.length > 0 && all.every((change) => places.has(change));
}

/** Reports that no layer can express the changes of a row. */
export function reportNotPlaced({ key, at, layering }: AccountEntry): Diagnostic {
  const fleet = layering?.fleet?.document.file ?? '';
  return reportError('value-not-written', {
    summary: 'The changes cannot be written as cells or an override',
    at,
    address: toAccountAddress(key),
    remedy: `Write the change yourself, as an override in ${fleet}, or restore the values with apply.`,
  });
}
