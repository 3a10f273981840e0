import { compareCycleFiles } from '../../../engine/cycle-file/compare/compare-cycle-files.ts';
import { formatCycleDiff } from '../../../engine/cycle-file/compare/format-cycle-diff.ts';
import { makeCycleFile } from '../../../engine/cycle-file/export/make-cycle-file.ts';
import { formatCycleFile } from '../../../engine/cycle-file/order-keys.ts';
import { parseCycleFile } from '../../../engine/cycle-file/parse-cycle-file.ts';
import { observeAccount } from '../../../engine/observe/observe-account.ts';
import type { RunContext } from '../../../engine/observe/run-context.ts';
import { fromManifest } from '../../../engine/observe/source.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import { type FieldPath, toFieldPath } from '../../../model/address.ts';
import type { CycleFile } from '../../../model/desired/cycle-file/cycle-file.ts';
import type { CycleFileChange } from '../../../model/desired/cycle-file/cycle-file-change.ts';
import { toLaunchPath } from '../../../model/desired/launch-path.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import {
  type AccountDiff,
  type CycleDiff,
  listAmbiguities,
} from '../../../model/diff/field-diff.ts';
import { type AccountEntry, findIdInEnvironment } from '../../../model/manifest/manifest.ts';
import { listSecretPlaces } from '../../../model/secret/secret-places.ts';
import { compareSides, listNotCompared } from './compare-sides.ts';
import type { ComparedAccount, Difference } from './comparison.ts';

/** Two environments to compare, and the accounts of either. */
export type CompareRun = {
  readonly from: RunContext;
  readonly to: RunContext;
  readonly entries: readonly AccountEntry[];
  /** Most accounts in flight. */
  readonly width: number;
};

/** Compares two live environments, account by account in the order of names. Writes nothing. */
export function compareEnvironments(
  run: CompareRun,
): AsyncGenerator<ComparedAccount, void, undefined> {
  return runInOrder(run.entries, run.width, (entry) => compareAccount(run, entry));
}

async function compareAccount(
  { from, to }: CompareRun,
  entry: AccountEntry,
): Promise<ComparedAccount> {
  const account = entry.key;
  const [lone] = [from, to].filter(
    ({ environment }) => findIdInEnvironment(entry, environment) === null,
  );
  if (lone !== undefined) {
    const { environment } = lone === from ? to : from;
    const found = { kind: 'lone', object: 'account', name: account } as const;
    return {
      kind: 'compared',
      account,
      differences: [{ ...found, isForeign: false, in: environment }],
      notCompared: [],
    };
  }
  const [left, right] = await Promise.all([
    observeAccount(from, fromManifest(entry)),
    observeAccount(to, fromManifest(entry)),
  ]);
  if (left.kind !== 'observed') return { kind: 'unread', account, diagnostics: left.diagnostics };
  if (right.kind !== 'observed') return { kind: 'unread', account, diagnostics: right.diagnostics };
  const doubts = [...listAmbiguities(left.diff), ...listAmbiguities(right.diff)];
  if (doubts.length > 0) return { kind: 'unread', account, diagnostics: doubts };
  const cycles: Difference[] = [];
  for (const cycle of left.diff.cycles) {
    const other = right.diff.cycles.find(({ address }) => address === cycle.address);
    if (other === undefined || cycle.live === null || other.live === null) continue;
    const one = await readLiveFile(from, left.diff, cycle);
    const two = await readLiveFile(to, right.diff, other);
    if ('unread' in one) return { kind: 'unread', account, diagnostics: [one.unread] };
    if ('unread' in two) return { kind: 'unread', account, diagnostics: [two.unread] };
    const managed = new Set([...cycle.fields, ...other.fields].map(({ path }) => path));
    const changes = compareCycleFiles(one.file, two.file).filter((each) =>
      isManagedChange(each, managed),
    );
    const { address } = cycle;
    cycles.push(
      ...formatCycleDiff(changes).map((text) => ({ kind: 'cycle' as const, address, says: text })),
    );
  }
  return {
    kind: 'compared',
    account,
    differences: [...compareSides(left.diff, right.diff), ...cycles],
    notCompared: listNotCompared(left.diff, right.diff),
  };
}

// Leaves fields of the manifest to the comparison by field; name, description and tags are such
// fields or unmanaged.
function isManagedChange(change: CycleFileChange, managed: ReadonlySet<FieldPath>): boolean {
  switch (change.kind) {
    case 'renamed':
    case 'described':
    case 'layout':
    case 'opaque':
      return false;
    case 'mapping':
      return !managed.has(toFieldPath('steps', change.step, change.slot, change.target));
    case 'mapping-setting':
      return !(change.name === 'IsLaunchVisible' && managed.has(toLaunchPath(change)));
    case 'variable':
      return !managed.has(toFieldPath('variables', change.name));
    case 'setting':
      return !(change.step === null && managed.has(toFieldPath(change.name.toLowerCase())));
    default:
      return true;
  }
}

async function readLiveFile(
  { reader, environment }: RunContext,
  diff: AccountDiff,
  cycle: CycleDiff,
): Promise<{ readonly file: CycleFile } | { readonly unread: Diagnostic }> {
  const { address, live, desired, at } = cycle;
  const refuse = (why: string) => {
    const summary = `The cycle could not be exported from ${environment}: ${why}`;
    return { unread: reportError('unread', { summary, address, at }) };
  };
  if (live === null || diff.account.live === null) return refuse('it does not exist');
  const exported = await reader.exportCycle(diff.account.live.id, live.id);
  if (!exported.ok) return refuse(formatFailure(exported.failure));
  const places = listSecretPlaces(diff.state, address, { kind: 'cycle', id: live.id });
  const made = makeCycleFile(
    exported.value,
    (path) => places.has(path) || desired.fields.get(path)?.value.kind === 'secret',
  );
  if (made.kind !== 'made') return refuse(made.says);
  const { file, diagnostics } = parseCycleFile('the export', formatCycleFile(made.document));
  return file === null ? refuse(diagnostics[0]?.summary ?? '') : { file };
}
