import type { Emulator } from '../../../src/emulator/emulator.ts';
import type { PortCall, Tap } from '../tap-ports.ts';

type Fault = Parameters<Emulator['control']['plantFaults']>[0][number];

/** Failure of a request: of every try, so that no retry succeeds. */
export type InjectedFault = 'status' | 'drop-before' | 'drop-after' | 'outage';

/** Calls that reach the service, and what one of them met. */
export type Failing = {
  readonly tap: Tap;
  /** The calls so far, in their order. */
  readonly calls: () => readonly PortCall[];
};

const actions = {
  status: { path: '/v1.0/**', every: 1, do: 'status', status: 500 },
  'drop-before': { path: '/v1.0/**', every: 1, do: 'drop-before' },
  'drop-after': { path: '/v1.0/**', every: 1, do: 'drop-after' },
  outage: { path: '/v1.0/**', every: 1, do: 'status', status: 503 },
} as const satisfies Record<InjectedFault, Fault>;

/**
 * Lets the nth call to the service meet a fault. An outage begins with it and lasts until the run is
 * over; anything else befalls this call alone.
 */
export function makeFailing(emulator: Emulator, nth: number, fault: InjectedFault): Failing {
  const { control } = emulator;
  const calls: PortCall[] = [];
  const tap: Tap = async (call, go) => {
    if (call.port === 'store') return go();
    calls.push(call);
    if (calls.length !== nth) return go();
    control.plantFaults([actions[fault]]);
    try {
      return await go();
    } finally {
      if (fault !== 'outage') control.plantFaults([]);
    }
  };
  return { tap, calls: () => calls };
}
