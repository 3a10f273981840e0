import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { ServiceReader } from '../../../model/ports.ts';
import type { ExportTrust } from '../../live/exports/export-trust.ts';
import { withExports } from '../../live/exports/with-exports.ts';
import type { Looks } from './read-again.ts';

/** Reads cycles by their exports: what is proven of them, and a place for what was found by it. */
export type ByExports<L> = {
  readonly trust: ExportTrust;
  readonly looks: Looks<L>;
};

/** Makes a reader of one account that answers from exports. */
export type ThroughExports = (reader: ServiceReader) => ServiceReader;

/** A look at each account of a run, as plain data. */
export type Looking<L> = {
  /** Reads by parts if `through` is null. */
  readonly look: (entry: AccountEntry, through: ThroughExports | null) => Promise<L>;
  /** The key of its account. */
  readonly keyOf: (look: L) => string;
};

/** Accounts of a run that are observed. */
type Observed = {
  readonly entries: readonly AccountEntry[];
  readonly width: number;
  /** Those that are observed, in this order; all by default. */
  readonly begins?: Iterable<AccountEntry>;
};

/**
 * Observes accounts of a run in their order. By exports, results wait for the last account: it may
 * refute what others were answered by, and those are read again by their parts.
 */
export async function* observeByExports<L>(
  { entries, width, begins = entries }: Observed,
  { look, keyOf }: Looking<L>,
  exports: ByExports<L> | null,
): AsyncGenerator<L, void, undefined> {
  if (exports === null) {
    yield* runInOrder(begins, width, (entry) => look(entry, null));
    return;
  }
  const { trust, looks } = exports;
  await looks.write(
    runInOrder(begins, width, (entry) =>
      trust.inTurn(() => look(entry, (reader) => withExports(reader, trust, entry.key))),
    ),
  );
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  yield* runInOrder(looks.read(), width, async (before) => {
    const key = keyOf(before);
    const entry = trust.refuted.has(key) ? byKey.get(key) : undefined;
    return entry === undefined ? before : look(entry, null);
  });
}
