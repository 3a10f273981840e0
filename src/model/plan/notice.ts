import type { Address, FieldPath } from '../address.ts';
import type { NotUndone } from '../desired/scope/undo.ts';
import type { SecretLack } from '../secret/secret.ts';
import type { SourceSpan } from '../source-span.ts';
import type { ShownValue } from './change.ts';

/** What a person should know and nothing is done about. Never counts, never changes an exit code. */
export type Notice = ObjectNotice | UnmanagedNotice;

/** Not ours, left alone. */
export type UnmanagedNotice = {
  readonly kind: 'foreign';
  readonly object: 'connector' | 'cycle';
  readonly name: string;
};

/** Somebody has said to leave what differs as it is for a time. Without a path the object is gone. */
export type IgnoredNotice = {
  readonly kind: 'ignored';
  readonly address: Address;
  readonly path: FieldPath | null;
  readonly until: string;
  readonly reason: string;
  readonly wants: ShownValue;
  readonly is: ShownValue;
  /** Where that is said. */
  readonly at: SourceSpan;
};

/** What drift alone tells: of cycles that run, and of what nobody can look at. */
export type LiveNotice =
  /** Runs of it had incidents, as the service counts them. */
  | {
      readonly kind: 'troubled';
      readonly address: Address;
      readonly errors: number;
      readonly warnings: number;
    }
  /** Its template has a newer release than it has. */
  | { readonly kind: 'behind-template'; readonly address: Address }
  /** Which cycles of the account are behind their templates could not be read. */
  | { readonly kind: 'behind-unread'; readonly address: Address; readonly why: string }
  /** Nobody knows which object of the service it is, so that nothing of it was compared. */
  | { readonly kind: 'unclear'; readonly address: Address; readonly why: string }
  /** Fields of the account that the service does not show; they count as we last wrote them. */
  | {
      readonly kind: 'unshown';
      readonly address: Address;
      readonly fields: readonly { readonly address: Address; readonly path: FieldPath }[];
    };

/** A notice about something that the manifest wants. */
export type ObjectNotice =
  | LiveNotice
  /** It had another key in Git; what is remembered of it moves with the next apply. */
  | { readonly kind: 'renamed'; readonly address: Address; readonly was: string }
  /** Another cycle is to take its place, or has; it goes when that one has all that Git wants, and runs if it shall. */
  | {
      readonly kind: 'makes-way';
      readonly address: Address;
      readonly successor: Address;
      readonly isRunning: boolean;
    }
  /** Whether it may be deleted is to be remembered otherwise than it is; the next apply does. */
  | { readonly kind: 'protection'; readonly address: Address; readonly isProtected: boolean }
  /** A person must consent before the connector works. */
  | {
      readonly kind: 'waits';
      readonly address: Address;
      readonly name: string;
      readonly user: string;
      readonly at: SourceSpan;
    }
  /** The cycle stays paused until its connectors are signed in. */
  | {
      readonly kind: 'stays-paused';
      readonly address: Address;
      readonly connectors: readonly Address[];
    }
  /** It runs and differs, and could not be started again after an edit: it runs on as it is. */
  | {
      readonly kind: 'edit-waits';
      readonly address: Address;
      readonly paths: readonly FieldPath[];
      readonly connectors: readonly Address[];
    }
  /** It shall be active and is paused, and nothing tells when to run it: left as it is. */
  | {
      readonly kind: 'not-started';
      readonly address: Address;
      readonly at: SourceSpan;
      /** Others have the say over when it runs. */
      readonly isLeft?: true;
    }
  /** Whether the single run that it is to have was had nobody can tell: it rests until a person says so. */
  | { readonly kind: 'run-unknown'; readonly address: Address; readonly moment: string }
  /** The secret has no value on this machine: left as it is. */
  | {
      readonly kind: 'not-compared';
      readonly address: Address;
      readonly path: FieldPath;
      readonly from: string;
      readonly lack: SecretLack;
    }
  /** What we wrote was fingerprinted with another key: whether the secret changed since is not known. */
  | { readonly kind: 'other-key'; readonly address: Address; readonly path: FieldPath }
  /** It counts as applied since it was found, and nothing has verified it; `--rewrite` sends it. */
  | {
      readonly kind: 'never-verified';
      readonly address: Address;
      readonly path: FieldPath;
      readonly what: 'secret' | 'schedule' | 'category';
    }
  /** The service does not show it, and we have no memory of what we sent. */
  | { readonly kind: 'not-readable'; readonly address: Address; readonly path: FieldPath }
  /**
   * We paused it for an edit and were interrupted. The next apply ends that, unless nothing in Git names
   * the cycle any more: then a person must.
   */
  | {
      readonly kind: 'paused-by-us';
      readonly address: Address;
      readonly since: string;
      readonly reason: string;
      readonly isNamed: boolean;
    }
  /** A create was interrupted; the next apply looks what became of it, or asks where it cannot. */
  | { readonly kind: 'create-interrupted'; readonly address: Address; readonly since: string }
  /** A write was interrupted; this plan saw what became of it. */
  | {
      readonly kind: 'write-interrupted';
      readonly address: Address;
      readonly since: string;
      readonly does: string;
    }
  /**
   * The service offers no way to write this, or it is a variable that is gone: a person sets it in the console. A cycle that rests is not
   * started before.
   */
  | {
      readonly kind: 'by-hand';
      readonly address: Address;
      readonly path: FieldPath;
      readonly wants: ShownValue;
      /** It is a variable that the cycle had and has no longer, or a mapping to one; absent of all else. */
      readonly isGone?: true;
      readonly at: SourceSpan;
    }
  | IgnoredNotice
  /** The time for which a difference was to be left as it is is over. */
  | {
      readonly kind: 'ignore-over';
      readonly address: Address;
      readonly until: string;
      readonly reason: string;
      readonly at: SourceSpan;
    }
  /** Others have the say over it, and it is not as Git has it: it is left so. */
  | {
      readonly kind: 'observed';
      readonly address: Address;
      readonly path: FieldPath;
      readonly wants: ShownValue;
      readonly is: ShownValue;
      readonly at: SourceSpan;
    }
  /** Whether people see a mapping when they launch is otherwise than its file says, and no request of ours writes that. */
  | {
      readonly kind: 'launch-visible';
      readonly address: Address;
      readonly path: FieldPath;
      readonly wants: boolean;
      readonly at: SourceSpan;
    }
  /** It was to be destroyed and is gone; what is remembered of it goes too. */
  | { readonly kind: 'gone-already'; readonly address: Address }
  /** Its entry is gone, it is ours, and the service offers no way to delete it. */
  | { readonly kind: 'delete-by-hand'; readonly address: Address }
  /** Connectors and cycles are planned when the account exists: only then the catalogue can be read. */
  | { readonly kind: 'account-first'; readonly address: Address }
  /** Of an undo: what it cannot take back. */
  | ({ readonly kind: 'not-undone' } & NotUndone)
  /** Step names of a cycle that does not exist yet could not be checked. */
  | { readonly kind: 'names-unchecked'; readonly address: Address }
  /** A new cycle has a slot for which the manifest has no connector; the service brings what it uses. */
  | {
      readonly kind: 'slot-unfilled';
      readonly address: Address;
      readonly slot: string;
      readonly at: SourceSpan;
    };
