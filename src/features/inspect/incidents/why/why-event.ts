import type { Address } from '../../../../model/address.ts';
import type { BehindRelease } from '../../../../model/live/live.ts';
import type { DriftItem } from '../../../../model/plan/plan.ts';
import type { IncidentKind, IncidentTotals } from '../../../../model/report/incidents.ts';
import type { RunCommand, RunEnd } from '../../../../model/state/run.ts';

/** Errors of one kind of the cycle. */
export type ErrorEvent = { readonly kind: 'errors' } & IncidentKind & IncidentTotals;

/** A run of ours that changed the cycle, or what it depends on. */
export type RunEvent = {
  readonly kind: 'run';
  /** ISO UTC. */
  readonly at: string;
  readonly run: string;
  readonly command: RunCommand;
  readonly author: string;
  readonly commit: string | null;
  /** Null: it has not ended. */
  readonly outcome: RunEnd['outcome'] | null;
  /** Addresses of fields that it wrote, and of objects that it made or deleted. */
  readonly changed: readonly Address[];
};

/** A difference from the last apply, or an unmanaged change. */
export type DriftEvent = { readonly kind: 'drift'; readonly item: DriftItem };

/** A connector of the cycle that is of an older release than the latest. */
export type ReleaseEvent = {
  readonly kind: 'release';
  readonly connector: Address | null;
} & BehindRelease;

/** A connector of the cycle that is not signed in. */
export type SignInEvent = {
  readonly kind: 'sign-in';
  /** Null: the service does not show which of its connectors. */
  readonly connector: Address | null;
  /** ISO UTC; null if it is unknown. */
  readonly since: string | null;
};

/** The cycle does not run. */
export type StoppedEvent = {
  readonly kind: 'stopped';
  /** The service's word; null if it does not have the cycle. */
  readonly state: string | null;
  /** The state that Git wants; null if it does not say. */
  readonly wants: 'active' | 'paused' | null;
  /** Since when an interrupted edit of ours has it paused, ISO UTC. */
  readonly pausedByUsSince?: string;
};

/** Something that is known of a cycle. */
export type WhyEvent =
  | ErrorEvent
  | RunEvent
  | DriftEvent
  | ReleaseEvent
  | SignInEvent
  | StoppedEvent;

/** When an event began, ISO UTC; null if it is not known. */
export function findTime(event: WhyEvent): string | null {
  switch (event.kind) {
    case 'errors':
      return event.firstAt;
    case 'run':
      return event.at;
    case 'drift':
      return event.item.since;
    case 'sign-in':
      return event.since;
    case 'stopped':
      return event.pausedByUsSince ?? null;
    case 'release':
      return null;
  }
}

/** A possible cause, with the events that it rests on: the likeliest has the most weight. */
export type Cause = {
  readonly kind:
    | 'sign-in'
    | 'credentials'
    | 'run'
    | 'drift'
    | 'release'
    | 'rate'
    | 'third-party'
    | 'data'
    | 'stopped';
  readonly weight: number;
  /** The first is the cause itself. */
  readonly restsOn: readonly WhyEvent[];
};
