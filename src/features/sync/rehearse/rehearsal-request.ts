import type { GlobalOptions } from '../../../app/context.ts';
import type { SavedRequest } from '../apply-saved-plan.ts';

export type RehearseOptions = GlobalOptions & {
  /** The saved plan. */
  readonly plan: string;
  /** Requests per second to keep; true: as many as an apply may count on. */
  readonly pace?: number | true;
  /** Faults in JSON, as the control port of the emulator takes them. */
  readonly fault?: readonly string[];
};

/** A saved plan to be rehearsed. */
export type RehearsalRequest = SavedRequest<RehearseOptions>;
