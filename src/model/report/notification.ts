import type { SecretRef } from '../secret/secret.ts';
import type { SourceSpan } from '../source-span.ts';

/** What somebody can be told of. */
export const notifyEvents = ['drift', 'apply-failed', 'needs-person'] as const;
export type NotifyEvent = (typeof notifyEvents)[number];

/** Somebody who is told, as an environment names it. */
export type NotifyTarget = {
  /** Where cyclectl.yaml names it. */
  readonly at: SourceSpan;
  readonly on: ReadonlySet<NotifyEvent>;
} & (
  | { readonly kind: 'slack'; readonly url: SecretRef }
  | {
      readonly kind: 'webhook';
      readonly url: string | SecretRef;
      /** What it is signed with; null: it is not. */
      readonly key: SecretRef | null;
    }
);

/** One thing about one account, such as `3 differences`. */
export type NotifyLine = { readonly account: string; readonly says: string };

/** What is told: counts, keys and codes; never a value of a field. */
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

/** A notification as it goes out. */
export type NotifyMessage = {
  readonly notification: Notification;
  /** ISO UTC. */
  readonly at: string;
  readonly tool: string;
  readonly commit: string | null;
};

/** Tells those whom an environment names. */
export interface Notifier {
  /**
   * Sends a text of JSON to one of them, with repeats, so that it may come twice. Why it could not be done is a
   * sentence without the address; null: it was. It ends at once when `stopping` is aborted.
   */
  send(target: NotifyTarget, body: string, stopping: AbortSignal): Promise<string | null>;
}
