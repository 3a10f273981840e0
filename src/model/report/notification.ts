import type { SecretRef } from '../secret/secret.ts';
import type { SourceSpan } from '../source-span.ts';

/** Events that can be sent. */
export const notifyEvents = ['drift', 'apply-failed', 'needs-person'] as const;
export type NotifyEvent = (typeof notifyEvents)[number];

/** A target of notifications, as an environment defines it. */
export type NotifyTarget = {
  /** Where cyclectl.yaml names it. */
  readonly at: SourceSpan;
  readonly on: ReadonlySet<NotifyEvent>;
} & (
  | { readonly kind: 'slack'; readonly url: SecretRef }
  | {
      readonly kind: 'webhook';
      readonly url: string | SecretRef;
      /** The key of its signature; null: unsigned. */
      readonly key: SecretRef | null;
    }
);

/** One thing about one account, such as `3 differences`. */
export type NotifyLine = { readonly account: string; readonly says: string };

/** A notification: counts, keys and codes; never a value of a field. */
export type Notification = {
  readonly event: NotifyEvent;
  readonly environment: string;
  readonly headline: string;
  /** The most important accounts. */
  readonly lines: readonly NotifyLine[];
  /** Accounts beyond these. */
  readonly left: number;
};

/** Version of the JSON that a webhook is sent. */
export const notificationFormat = 'cyclectl.dev/notification/v1';

/** A notification with its context. */
export type NotifyMessage = {
  readonly notification: Notification;
  /** ISO UTC. */
  readonly at: string;
  readonly tool: string;
  readonly commit: string | null;
};

/** Sends notifications to targets of an environment. */
export interface Notifier {
  /**
   * Sends a JSON text to one target, with retries, so that it may arrive twice. Returns a failure
   * as a sentence without the address, or null. Ends when `stopping` is aborted.
   */
  send(target: NotifyTarget, body: string, stopping: AbortSignal): Promise<string | null>;
}
