import { parseObjectAddress } from '../../../model/address.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';
import { type AccountEntry, toSelectable } from '../../../model/manifest/manifest.ts';
import { isSelectedLive, type Selection } from '../../../model/manifest/selection.ts';
import { listHealth, toCycleState } from '../../../model/report/health.ts';
import type { CycleStatus } from '../../../model/report/status.ts';
import { toCycleStatuses } from './to-cycle-statuses.ts';

/** Chooses accounts by what the service shows of their cycles, and counts those that it leaves out. */
export class LiveSelection {
  readonly #selection: Selection;
  readonly #environment: string;
  #leftOut = 0;

  constructor(selection: Selection, environment: string) {
    this.#selection = selection;
    this.#environment = environment;
  }

  /** Number of accounts that were read and left out. */
  get leftOut(): number {
    return this.#leftOut;
  }

  isSelected(entry: AccountEntry, cycles: readonly CycleStatus[]): boolean {
    return isSelectedLive(
      this.#selection,
      toSelectable(entry, this.#environment),
      cycles.map((cycle) => ({
        key: cycle.address === null ? null : (parseObjectAddress(cycle.address)?.key ?? null),
        state: toCycleState(cycle),
        health: listHealth(cycle),
      })),
    );
  }

  /** The same of an account that was compared; `today` is a date in UTC. */
  isDiffSelected(entry: AccountEntry, diff: AccountDiff, today: string): boolean {
    const { desired, state } = diff;
    const live = [...diff.cycles, ...diff.liveOnlyCycles].flatMap((cycle) => cycle.live ?? []);
    return this.isSelected(entry, toCycleStatuses({ desired, state, live }, `${today}T00:00:00Z`));
  }

  /** Counts an account that was read and is not selected. */
  leaveOut(): void {
    this.#leftOut += 1;
  }
}
