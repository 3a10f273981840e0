import { formatCycleDiff } from '../../../engine/cycle-file/compare/format-cycle-diff.ts';
import { withOverlay } from '../../../engine/load/with-overlay.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import { parsePath } from '../../../model/address.ts';
import type { TargetId } from './find-target-ids.ts';
import type { PromotableCycles } from './list-promotable-cycles.ts';
import { type ManifestFile, type PromotedFile, promoteFile } from './promote-file.ts';
import { type PromotableRow, type PromotedRows, promoteRows } from './promote-rows.ts';
import type { PromotedItem, PromoteRun } from './promotion.ts';
import { type ResolvedFiles, resolveCycleFiles } from './resolve-cycle-files.ts';

/** Promotion of some files and rows, to be checked. */
export type PromotionAttempt = {
  readonly settled: ResolvedFiles;
  readonly promoted: ReadonlyMap<string, PromotedFile>;
  readonly rows: PromotedRows;
  /** Ids in the target, by the key of the account. */
  readonly ids: ReadonlyMap<string, TargetId>;
};

/** Promotes files and rows with their cycle files. Writes nothing. */
export async function makeAttempt(
  run: PromoteRun,
  {
    open,
    found,
    ids,
  }: Pick<PromotionAttempt, 'ids'> & {
    readonly open: readonly (ManifestFile | PromotableRow)[];
    /** Cycles of the accounts of these files. */
    readonly found: readonly PromotableCycles[];
  },
): Promise<PromotionAttempt> {
  const { context, environmentMapping: mapping, width, follow } = run;
  const settled = resolveCycleFiles(found.flatMap(({ cycles }) => cycles));
  const carried = [...settled.cycles, ...found.flatMap(({ same = [] }) => same)];
  const promoted = new Map<string, PromotedFile>();
  const own = open.filter((each) => !isOpenedRow(each));
  const files = runInOrder(own, width, async (each) => ({
    file: each.file,
    result: await promoteFile(context, each, { settled, carried, mapping, ids }),
  }));
  const promoting = { does: 'promoting', total: own.length };
  for await (const { file, result } of follow(files, promoting)) promoted.set(file, result);
  const after = { ...context, files: withOverlay(context.files, settled.texts) };
  const rows = await promoteRows({ ...run, context: after }, open.filter(isOpenedRow), {
    settled,
    carried,
    mapping,
  });
  return { settled, promoted, rows, ids };
}

function isOpenedRow(each: ManifestFile | PromotableRow): each is PromotableRow {
  return 'row' in each;
}

/** Lists the manifest files, and those that rows come to. */
export function listPromotedFiles({
  promoted,
  rows,
}: PromotionAttempt): readonly (readonly [string, PromotedFile])[] {
  return [...promoted, ...rows.promoted];
}

/** Lists the new texts of manifests, tables and blueprints by path. */
export function toManifests({ promoted, rows }: PromotionAttempt): ReadonlyMap<string, string> {
  return new Map([
    ...[...promoted].flatMap(([file, each]) =>
      each.kind === 'carried' ? [[file, each.text] as const] : [],
    ),
    ...rows.layers.edits.map(({ path, after }) => [path, after] as const),
  ]);
}

/** Lists what was promoted. */
export function listPromoted({
  settled,
  promoted,
  rows,
  ids,
}: PromotionAttempt): readonly PromotedItem[] {
  const ofCycles = settled.cycles.flatMap(({ account, desired, path, changes }) =>
    formatCycleDiff(changes).map((text) => ({
      account,
      address: desired.address,
      file: path,
      says: text,
    })),
  );
  const ofManifests = [...promoted].flatMap(([file, each]) =>
    each.kind === 'left'
      ? []
      : each.written.map((address) => {
          const [account = '', room] = parsePath(address);
          const id = room === 'ids' ? ids.get(account) : undefined;
          return { account, address, file, says: id === undefined ? null : formatTargetId(id) };
        }),
  );
  return [...ofCycles, ...ofManifests, ...rows.items];
}

function formatTargetId({ id, by }: TargetId): string {
  const words = {
    state: 'the account of its state',
    id: 'the account with the same id',
    name: 'the one account with the same name',
  };
  return `${id}, ${words[by]}`;
}
