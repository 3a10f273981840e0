import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import { parsePath } from '../../../model/address.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import {
  findChange,
  isPlaced,
  type LayerEdits,
  makeLayerEdits,
  reportNotPlaced,
} from '../../fleet/rows/make-layer-edits.ts';
import type { ChangedRow } from '../../fleet/rows/make-row-edits.ts';
import { openRenderedRow, type RenderedRow } from '../../fleet/rows/rendered-row.ts';
import { formatLayer } from '../adopt-drift/shared-changes.ts';
import { makeSharedFilter } from './make-shared-filter.ts';
import { type ManifestFile, type PromotedFile, promoteFile } from './promote-file.ts';
import type { PromotedItem, PromoteRun } from './promotion.ts';

/** A row as the file of its account that is promoted; the file is written nowhere. */
export type PromotableRow = ManifestFile & { readonly row: RenderedRow };

/** Promoted rows: the file of each, and the edits of layers that have the changes of all. */
export type PromotedRows = {
  readonly promoted: ReadonlyMap<string, PromotedFile>;
  readonly layers: LayerEdits;
  readonly items: readonly PromotedItem[];
};

/** Opens rows for a promotion. */
export async function openPromotableRows(
  run: PromoteRun,
  entries: readonly AccountEntry[],
): Promise<readonly PromotableRow[]> {
  const rows: PromotableRow[] = [];
  for (const entry of entries) {
    const row = await openRenderedRow(run.context, entry);
    const filter = await makeSharedFilter(run, entry);
    rows.push({ file: row.file, entries: [entry], row, filter });
  }
  return rows;
}

/**
 * Promotes rows: each in the manifest that it comes to, and the changes of all into their layers.
 * A row whose changes no layer can express is left whole. Writes nothing.
 */
export async function promoteRows(
  {
    context,
    width,
    owner,
    choice,
    follow,
  }: Pick<PromoteRun, 'context' | 'width' | 'owner' | 'choice' | 'follow'>,
  rows: readonly PromotableRow[],
  at: Omit<Parameters<typeof promoteFile>[2], 'ids'>,
): Promise<PromotedRows> {
  const promoted = new Map<string, PromotedFile>();
  const changed = new Map<string, ChangedRow>();
  const read: AccountEntry[] = [];
  const results = runInOrder(rows, width, async (each) => ({
    each,
    result: await promoteRow(each, at),
  }));
  const promoting = { does: 'promoting', total: rows.length };
  for await (const { each, result } of follow(results, promoting)) {
    promoted.set(each.file, result);
    const [entry] = each.entries;
    if (result.kind === 'left' || entry === undefined) continue;
    read.push(entry);
    const row = { entry, ...each.row.readChanges(result.text) };
    if (row.changes?.length !== 0) changed.set(each.file, row);
  }
  const fresh = { reason: 'promoted', owner, choice };
  const layers = await makeLayerEdits(context, { read, changed: [...changed.values()] }, fresh);
  const items: PromotedItem[] = [];
  for (const [file, row] of changed) {
    const result = promoted.get(file);
    if (result?.kind !== 'carried') continue;
    if (isPlaced(row, layers)) items.push(...listItems(row, result, layers));
    else promoted.set(file, { kind: 'left', diagnostics: [reportNotPlaced(row.entry)] });
  }
  return { promoted, layers, items };
}

async function promoteRow(
  { row, ...each }: PromotableRow,
  at: Omit<Parameters<typeof promoteFile>[2], 'ids'>,
): Promise<PromotedFile> {
  const manifest = { ...each, entries: [row.entry] };
  const result = await promoteFile(row.context, manifest, { ...at, ids: new Map() });
  return { ...result, diagnostics: result.diagnostics.map(row.locate) };
}

function listItems(
  { entry, changes }: ChangedRow,
  { written }: Extract<PromotedFile, { readonly kind: 'carried' }>,
  { places }: LayerEdits,
): readonly PromotedItem[] {
  return written.map((address) => {
    const [account = ''] = parsePath(address);
    const change = findChange(address, changes ?? []);
    const into = change === null ? null : (places.get(change) ?? null);
    if (into === null) return { account, address, file: entry.file, says: null };
    const { file, line } = into.at;
    return { account, address, file, says: `${formatLayer(into)}, line ${line}` };
  });
}
