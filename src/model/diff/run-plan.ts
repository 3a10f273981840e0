import type { Address } from '../address.ts';
import type { Schedule } from '../desired/schedule.ts';
import type { Deposed } from '../desired/scope/deposed.ts';

/** Decision of a plan about the running of one cycle. */
export type RunPlan =
  | { readonly kind: 'leave' | 'stop' }
  | { readonly kind: 'start'; readonly on: Schedule }
  /** Pauses, edits and restarts a running cycle. */
  | { readonly kind: 'window'; readonly on: Schedule }
  /** Stops the deposed cycles, and starts it in their place. */
  | { readonly kind: 'cutover'; readonly from: readonly Deposed[]; readonly on: Schedule }
  /** A running cycle waits with its edit, a paused one with its start. */
  | { readonly kind: 'wait'; readonly for: 'sign-in'; readonly connectors: readonly Address[] }
  | { readonly kind: 'wait'; readonly for: 'schedule' | 'run-over' | 'manual' }
  | { readonly kind: 'refuse'; readonly code: 'pause-not-offered' | 'schedule-unknown' };

/** Decisions of a plan about a cycle as a whole. */
export type RunDecision = {
  readonly runPlan: RunPlan;
  /** True if its deposed cycles are deleted: it runs, or need not run. */
  readonly deletesDeposed: boolean;
  /** True if a renamed cycle gets the tag of its new key; false if its pause could not be ended. */
  readonly getsTag: boolean;
};
