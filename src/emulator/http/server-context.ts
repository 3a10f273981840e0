import type { FaultRegistry } from '../control/faults.ts';
import type { RateBucket, RateLimit } from '../control/rate-limit.ts';
import type { State } from '../state/state.ts';
import type { RequestLog } from './request-log.ts';
import type { Contract } from './route.ts';

/** What the door works with. The state is asked for anew each time: a reset replaces it. */
export interface ServerContext {
  state: State;
  readonly contract: Contract;
  readonly log: RequestLog;
  readonly faults: FaultRegistry;
  /** Null: as many requests as come. */
  limit: { readonly rate: RateLimit; readonly bucket: RateBucket } | null;
  /** Lists whose first item has vanished: the fault `shift`. */
  readonly shifted: Set<string>;
  /** Ends what waits when the service closes. */
  readonly closing: AbortSignal;
}
