import type { CycleSwitch } from '../../../../app/ports/rehearsal/request-ledger.ts';
import type { Address } from '../../../../model/address.ts';
import { toReplacement } from '../../../../model/desired/scope/deposed.ts';
import type { RemoteId } from '../../../../model/live/live.ts';
import type { Operation } from '../../../../model/plan/operation.ts';
import type { Standstill } from '../rehearsal.ts';

/** Requests that stopped or started cycles, by the id of the cycle. */
export type SwitchesByCycle = ReadonlyMap<RemoteId, readonly CycleSwitch[]>;

/** Requests per second of the service, and if they were kept. */
export type Pace = { readonly perSecond: number; readonly isKept: boolean };

/**
 * Lists how long the cycles of an account do not run: from the request that stops one, or the one that it replaces, to
 * the answer of the request that starts it.
 */
export function listStandstills(
  operations: readonly Operation[],
  switches: SwitchesByCycle,
  {
    ids,
    pace,
  }: {
    /** By id: the cycles of the account, before and after. */
    readonly ids: ReadonlyMap<RemoteId, Address>;
    readonly pace: Pace;
  },
): readonly Standstill[] {
  const toCycle = (address: Address) => toReplacement(address) ?? address;
  const restarted = new Set(
    operations.flatMap(({ action, address }) => {
      const isRestart = action.kind === 'pause-cycle' && action.restart !== null;
      return isRestart || action.kind === 'activate-cycle' ? [toCycle(address)] : [];
    }),
  );
  const own = [...ids]
    .flatMap(([id, address]) =>
      (switches.get(id) ?? []).map((each) => ({ ...each, address: toCycle(address) })),
    )
    .toSorted((one, other) => one.after.all - other.after.all);
  return [...Map.groupBy(own, ({ address }) => address)].flatMap(
    ([address, found]): Standstill[] => {
      const stop = found.find(({ to }) => to === 'stopped');
      if (stop === undefined || !restarted.has(address)) return [];
      const start = found.findLast(
        (each) => each.to === 'running' && each.after.all > stop.after.all,
      );
      const end = start ?? found.at(-1) ?? stop;
      const allRequests = end.after.all - stop.after.all + 1;
      const measured = end.endedMs - stop.beganMs;
      const computed = (allRequests / pace.perSecond) * 1000;
      return [
        {
          address,
          requests: end.after.own - stop.after.own + 1,
          allRequests,
          durationMs: start === undefined ? null : pace.isKept ? measured : computed,
        },
      ];
    },
  );
}
