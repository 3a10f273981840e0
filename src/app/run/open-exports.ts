import { ExportTrust } from '../../engine/live/exports/export-trust.ts';
import type { ByExports } from '../../engine/run/reads/observe-by-exports.ts';
import type { Distrust } from '../../model/report/report.ts';
import { openSpill } from './open-spill.ts';

/** Exports of fewer accounts prove too little to save a request. */
const fewAccounts = 10;

const dayMs = 86_400_000;

/** Exports of a run of many accounts, and the file of what was found by them. */
export type OpenedExports<L> = {
  readonly byExports: ByExports<L>;
  readonly remove: () => Promise<void>;
};

/**
 * Opens what a run needs to read cycles by their exports; null for a run of few accounts. `atMs` chooses
 * the cycles that are audited; `follow` passes on what is found, for progress.
 */
export async function openExports<L>(
  accounts: number,
  atMs: number,
  follow: (looks: AsyncIterable<L>) => AsyncIterable<L>,
): Promise<OpenedExports<L> | null> {
  if (accounts < fewAccounts) return null;
  const spill = await openSpill<L>();
  const looks = {
    write: (found: AsyncIterable<L>) => spill.write(follow(found)),
    read: () => spill.read(),
  };
  const trust = new ExportTrust(Math.floor(atMs / dayMs));
  return { byExports: { trust, looks }, remove: spill.remove };
}

/** Lists what a run found of its exports, for its report. */
export function listDistrust(exports: OpenedExports<unknown> | null): Distrust {
  if (exports === null) return {};
  const { whyOff, refuted } = exports.byExports.trust;
  return {
    ...(whyOff === null ? {} : { exportsOff: whyOff }),
    ...(refuted.size === 0 ? {} : { readAgain: refuted.size }),
  };
}
