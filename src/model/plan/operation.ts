import { toHash } from '../../kit/hash.ts';
import { type Address, type FieldPath, toFieldPath } from '../address.ts';
import type { MappingSlot } from '../desired/mapping.ts';
import type { LiveSchedule } from '../desired/schedule.ts';

/** Actions of an operation. Targets are names; apply resolves them from a fresh read. */
export type Action =
  | { readonly kind: 'create-account'; readonly paths: readonly FieldPath[] }
  | { readonly kind: 'update-account'; readonly paths: readonly FieldPath[] }
  | { readonly kind: 'delete-account' }
  | { readonly kind: 'install-connector'; readonly paths: readonly FieldPath[] }
  | { readonly kind: 'update-connector'; readonly paths: readonly FieldPath[] }
  | { readonly kind: 'set-property'; readonly path: FieldPath }
  | { readonly kind: 'create-category'; readonly path: FieldPath }
  | { readonly kind: 'delete-connector' }
  | { readonly kind: 'install-template' }
  /** Makes the cycle from its file. */
  | { readonly kind: 'import-cycle' }
  | { readonly kind: 'update-cycle'; readonly paths: readonly FieldPath[] }
  /** Compares each step's connector with its slot, and rebinds different ones. */
  | { readonly kind: 'bind-slots'; readonly paths: readonly FieldPath[] }
  | { readonly kind: 'set-variables'; readonly paths: readonly FieldPath[] }
  /** `path` is a mapping, then with its visibility at launch in `launch`; or a visibility alone. */
  | {
      readonly kind: 'set-mapping';
      readonly slot: MappingSlot;
      readonly path: FieldPath;
      readonly launch?: FieldPath;
    }
  /** `restart` is the schedule to resume; null to stay paused. */
  | { readonly kind: 'pause-cycle'; readonly restart: LiveSchedule | null }
  | { readonly kind: 'activate-cycle'; readonly schedule: LiveSchedule }
  | { readonly kind: 'delete-cycle' }
  /**
   * Runs a paused cycle once: at a time (ISO UTC), or now. `previous` is the digest of its last
   * activation of ours, so that no plan requests a run twice.
   */
  | { readonly kind: 'run-cycle'; readonly at: string | null; readonly previous: string | null }
  /** Stops a cycle that waits for its single run. */
  | { readonly kind: 'cancel-run'; readonly at: string };

/**
 * Repeats after an unknown outcome: `safe` yes, `check-first` if a read shows that it did not
 * happen, `never` only after a person settles it.
 */
export type Repeat = 'safe' | 'check-first' | 'never';

/** One request that we will make (a pause also waits for the cycle's running transactions). */
export type Operation = {
  /** Made from address and action, so equal plans have equal ids. */
  readonly id: string;
  /** The object that it changes. */
  readonly address: Address;
  /** A sentence for people. */
  readonly does: string;
  readonly action: Action;
  readonly repeat: Repeat;
  /** Ids of operations that must have succeeded. */
  readonly after: readonly string[];
  /** The running cycle of its pause window: all of the window succeeds, or nothing. */
  readonly window: Address | null;
};

/** The id of an operation: 12 hex digits of a hash of its content. */
export function toOperationId(address: Address, action: Action): string {
  return toHash(`${address} ${JSON.stringify(action)}`).slice(0, 12);
}

/** The fields that an operation writes. Starting a cycle writes when it runs. */
export function listWrittenFields(action: Action): readonly FieldPath[] {
  if ('paths' in action) return action.paths;
  if (action.kind === 'set-mapping' && action.launch !== undefined) {
    return [action.path, action.launch];
  }
  if ('path' in action) return [action.path];
  if (action.kind === 'activate-cycle') return [toFieldPath('state'), toFieldPath('schedule')];
  return action.kind === 'run-cycle' || action.kind === 'cancel-run' ? [toFieldPath('state')] : [];
}

/** Returns whether an action writes what is inside a cycle: its mappings, variables or slots. */
export function isWriteInside({ kind }: Action): boolean {
  return kind === 'set-mapping' || kind === 'set-variables' || kind === 'bind-slots';
}
