import type { Address, FieldPath, MemberName } from '../address.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { BehindRelease } from '../live/live.ts';
import type { DriftPart } from '../observed/unmanaged.ts';
import type { SecretLack } from '../secret/secret.ts';
import type { SourceSpan } from '../source-span.ts';
import type { ShownValue } from './change.ts';

/** Information without an operation. Never counted, never affects an exit code. */
export type Notice = ObjectNotice | WarningNotice | UnmanagedNotice;

/** A value that the plan writes is probably wrong, and the service may take it. */
export type WarningNotice = {
  readonly kind: 'warning';
  readonly address: Address;
  readonly diagnostic: Diagnostic;
};

/** Not ours, left alone. */
export type UnmanagedNotice = {
  readonly kind: 'foreign';
  readonly object: 'connector' | 'cycle';
  readonly name: string;
};

/** A difference that is ignored until a date. Without a path the object is gone. */
export type IgnoredNotice = {
  readonly kind: 'ignored';
  readonly address: Address;
  readonly path: FieldPath | null;
  readonly until: string;
  readonly reason: string;
  readonly wants: ShownValue;
  readonly is: ShownValue;
  /** Changes that came with it and are ignored with it; absent where there are none. */
  readonly parts?: readonly DriftPart[];
  /** `is` is the template whose live release the cycle has the steps of. */
  readonly isUpgrade?: true;
  /** Place of the entry under ignore. */
  readonly at: SourceSpan;
};

/** Notices of drift alone: about running cycles, and unreadable parts. */
export type LiveNotice =
  /** Its runs had incidents, as counted by the service. */
  | {
      readonly kind: 'troubled';
      readonly address: Address;
      readonly errors: number;
      readonly warnings: number;
    }
  /** Its template has a newer release than it has. */
  | { readonly kind: 'behind-template'; readonly address: Address }
  /** The catalog has a newer release than is installed. */
  | ({ readonly kind: 'behind-release'; readonly address: Address } & BehindRelease)
  /** Which cycles of the account are behind their templates could not be read. */
  | { readonly kind: 'behind-unread'; readonly address: Address; readonly why: string }
  /** A part of the cycle could not be read, so nothing of it was compared; `rest`: all unmanaged. */
  | {
      readonly kind: 'part-unread';
      readonly address: Address;
      readonly part: 'edges' | 'variables' | 'structure' | 'rest';
      readonly why: string;
    }
  /** The object is ambiguous, so nothing of it was compared. */
  | { readonly kind: 'unclear'; readonly address: Address; readonly why: string }
  /** Fields of the account that the service does not show; they count as we last wrote them. */
  | {
      readonly kind: 'unshown';
      readonly address: Address;
      readonly fields: readonly MemberName[];
    }
  /** Members of the account that no manifest manages, and whose baseline says nothing of what is live. */
  | {
      readonly kind: 'uncompared';
      readonly address: Address;
      readonly fields: readonly MemberName[];
    };

/** A notice about something that the manifest wants. */
export type ObjectNotice =
  | LiveNotice
  /** It had another key in Git; the next apply moves its state. */
  | { readonly kind: 'renamed'; readonly address: Address; readonly was: string }
  /** Another cycle replaces it; it is deleted when that one is complete, and runs if it must. */
  | {
      readonly kind: 'makes-way';
      readonly address: Address;
      readonly successor: Address;
      readonly isRunning: boolean;
    }
  /** Its protection in the state differs; the next apply updates it. */
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
  /** It runs and differs, but could not be started again after an edit: left unchanged. */
  | {
      readonly kind: 'edit-waits';
      readonly address: Address;
      readonly paths: readonly FieldPath[];
      readonly connectors: readonly Address[];
    }
  /** It is paused and must be active, but has no schedule: left unchanged. */
  | {
      readonly kind: 'not-started';
      readonly address: Address;
      readonly at: SourceSpan;
      /** Others own its schedule. */
      readonly isLeft?: true;
    }
  /** The outcome of its single run is unknown until a person settles it. */
  | { readonly kind: 'run-unknown'; readonly address: Address; readonly moment: string }
  /**
   * It waits for its single run, or is in it: left unchanged until then. `paths` are the fields that
   * differ from Git.
   */
  | {
      readonly kind: 'single-run';
      readonly address: Address;
      readonly moment: string;
      readonly paths: readonly FieldPath[];
      /** Git no longer names it: it is deleted afterwards. */
      readonly isRemoved?: true;
    }
  /** The secret has no value on this machine: left unchanged. */
  | {
      readonly kind: 'not-compared';
      readonly address: Address;
      readonly path: FieldPath;
      readonly from: string;
      readonly lack: SecretLack;
      /** The reason that its provider gave, redacted. */
      readonly reason?: string;
    }
  /** It was fingerprinted with another key, so that a change of the secret is undetectable. */
  | { readonly kind: 'other-key'; readonly address: Address; readonly path: FieldPath }
  /** It counts as applied since its adoption, but is unverified; `--rewrite` sends it. */
  | {
      readonly kind: 'never-verified';
      readonly address: Address;
      readonly path: FieldPath;
      readonly what: 'secret' | 'schedule' | 'category';
    }
  /** The service does not show it, and the state has no sent value. */
  | { readonly kind: 'not-readable'; readonly address: Address; readonly path: FieldPath }
  /**
   * We paused it for an edit and were interrupted. The next apply starts it, or a person if Git no
   * longer names the cycle. `remains`: neither; another notice names what it waits for.
   */
  | {
      readonly kind: 'paused-by-us';
      readonly address: Address;
      readonly since: string;
      readonly reason: string;
      readonly isNamed: boolean;
      readonly remains?: 'paused' | 'running' | 'waiting';
      /** A run that lives does it, here and below. */
      readonly isAtWork?: true;
    }
  /**
   * A create was interrupted; the next apply finds its outcome, or asks a person. `isOrphaned`: Git no
   * longer names the object, so a person says whether it exists.
   */
  | {
      readonly kind: 'create-interrupted';
      readonly address: Address;
      readonly since: string;
      readonly isOrphaned?: true;
      readonly isAtWork?: true;
    }
  /** A write was interrupted; this plan includes its outcome. */
  | {
      readonly kind: 'write-interrupted';
      readonly address: Address;
      readonly since: string;
      readonly does: string;
      readonly isAtWork?: true;
    }
  /**
   * The service offers no way to write this, or it is a missing variable: a person sets it in the
   * console. A paused cycle is not started before.
   */
  | {
      readonly kind: 'by-hand';
      readonly address: Address;
      readonly path: FieldPath;
      readonly wants: ShownValue;
      /** It is a variable that the cycle no longer has, or a mapping to one; absent otherwise. */
      readonly isGone?: true;
      readonly at: SourceSpan;
    }
  | IgnoredNotice
  /** The date of an entry under ignore has passed. */
  | {
      readonly kind: 'ignore-over';
      readonly address: Address;
      readonly until: string;
      readonly reason: string;
      readonly at: SourceSpan;
    }
  /** Others own it, and it differs from Git: left unchanged. */
  | {
      readonly kind: 'observed';
      readonly address: Address;
      readonly path: FieldPath;
      readonly wants: ShownValue;
      readonly is: ShownValue;
      readonly at: SourceSpan;
    }
  /** Its row is leaving, or no longer, since the last apply. */
  | { readonly kind: 'leaving'; readonly address: Address; readonly isLeaving: boolean }
  /** Its row is leaving, and the service has no such account: it is not created. */
  | { readonly kind: 'not-created'; readonly address: Address }
  /** It was to be destroyed but no longer exists; its state entry is removed too. */
  | { readonly kind: 'gone-already'; readonly address: Address }
  /** Its entry is gone, it is ours, and the service offers no way to delete it. */
  | { readonly kind: 'delete-by-hand'; readonly address: Address }
  /**
   * Connectors and cycles are planned once the account exists, because only then the catalog is
   * readable.
   */
  | { readonly kind: 'account-first'; readonly address: Address }
  /** For an undo: a change that it cannot restore. */
  | ({ readonly kind: 'not-undone' } & NotUndone)
  /** Step names of a cycle that does not exist yet could not be checked. */
  | { readonly kind: 'names-unchecked'; readonly address: Address }
  /** The plan turns it on: the service then keeps request bodies, which may hold personal data. */
  | { readonly kind: 'logs-requests'; readonly address: Address; readonly path: FieldPath }
  /** Others changed fields of a cycle that the plan edits or replaces, and no line of Git has them. */
  | {
      readonly kind: 'unmanaged-open';
      readonly address: Address;
      readonly paths: readonly FieldPath[];
      /** The plan replaces the cycle: the new one does not have the changes. */
      readonly isReplaced?: true;
    }
  /** A slot of a new cycle without a connector in the manifest; the service supplies one. */
  | {
      readonly kind: 'slot-unfilled';
      readonly address: Address;
      readonly slot: string;
      readonly at: SourceSpan;
    };

/** A change that an undo cannot restore; without a path, of the object. */
export type NotUndone = {
  readonly address: Address;
  readonly path: FieldPath | null;
  readonly why: NotUndoneReason;
};

/**
 * `secret`: not stored. `not-known`: unreadable before. `single-run`: a start for one. `no-clear`,
 * `fixed`: not writable. `owned`: others own it. `no-entry`: not in Git. `gone`: deleted.
 * `made-later`: another object. `made`, `deleted`, `replaced`: by the undone run.
 */
export type NotUndoneReason = (typeof notUndoneReasons)[number];

/** Every reason; the last six are of objects. */
export const notUndoneReasons = [
  'secret',
  'not-known',
  'single-run',
  'no-clear',
  'fixed',
  'owned',
  'no-entry',
  'gone',
  'made-later',
  'made',
  'deleted',
  'replaced',
] as const;
