import type { FaultRegistry } from '../control/faults.ts';
import type { RateBucket, RateLimit } from '../control/rate-limit.ts';
import type { State } from '../state/state.ts';
import type { RequestLog } from './request-log.ts';
import type { Contract } from './route.ts';

/** Context of the server. Read the state each time, because a reset replaces it. */
export interface ServerContext {
  state: State;
  readonly contract: Contract;
  readonly log: RequestLog;
  readonly faults: FaultRegistry;
  /** Null: no limit. */
  limit: { readonly rate: RateLimit; readonly bucket: RateBucket } | null;
  /** Lists without their first item: the fault `shift`. */
  readonly shifted: Set<string>;
  /** Aborts pending work when the service closes. */
  readonly closing: AbortSignal;
}
