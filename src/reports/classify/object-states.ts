import type { Change } from '../../model/plan/change.ts';
import type { DriftItem } from '../../model/plan/plan.ts';

/** How much something wants to be seen. */
export type Tone = 'good' | 'quiet' | 'info' | 'waiting' | 'attention' | 'bad';

/** A state as people see it: by a word, a sign and a tone, of which none alone is enough. */
export type StateStyle = { readonly label: string; readonly mark: string; readonly tone: Tone };

/**
 * States of an object in a report of any kind, worst first. The letter abbreviates the state in the
 * data.
 */
export const objectStates = {
  gone: { letter: 'g', label: 'gone', mark: '✕', tone: 'bad' },
  failed: { letter: 'f', label: 'failed', mark: '✕', tone: 'bad' },
  unknown: { letter: 'u', label: 'unknown', mark: '?', tone: 'bad' },
  unread: { letter: 'r', label: 'unreadable', mark: '?', tone: 'bad' },
  invalid: { letter: 'i', label: 'not valid', mark: '✕', tone: 'bad' },
  refused: { letter: 'q', label: 'refused', mark: '✕', tone: 'bad' },
  delete: { letter: 'x', label: 'deleted', mark: '−', tone: 'bad' },
  replace: { letter: 'p', label: 'replaced', mark: '±', tone: 'bad' },
  'authentication-lost': { letter: 'a', label: 'sign-in lost', mark: '!', tone: 'bad' },
  stopped: { letter: 's', label: 'stopped', mark: '■', tone: 'attention' },
  field: { letter: 'd', label: 'changed by others', mark: '≠', tone: 'attention' },
  unmanaged: { letter: 'l', label: 'unmanaged change', mark: '≠', tone: 'attention' },
  waiting: { letter: 'w', label: 'waits for a person', mark: '…', tone: 'waiting' },
  undone: { letter: 'b', label: 'rolled back', mark: '↺', tone: 'attention' },
  skipped: { letter: 'k', label: 'skipped', mark: '–', tone: 'attention' },
  warned: { letter: 'n', label: 'with a warning', mark: '!', tone: 'attention' },
  update: { letter: 'e', label: 'changed', mark: '~', tone: 'info' },
  create: { letter: 'm', label: 'new', mark: '+', tone: 'info' },
  run: { letter: 'j', label: 'runs once', mark: '>', tone: 'info' },
  adopt: { letter: 'o', label: 'adopted', mark: '=', tone: 'info' },
  forget: { letter: 't', label: 'removed from state', mark: '○', tone: 'quiet' },
  absent: { letter: 'y', label: 'not created yet', mark: '○', tone: 'quiet' },
  done: { letter: 'v', label: 'done', mark: '✓', tone: 'good' },
  clean: { letter: 'c', label: 'in sync', mark: '•', tone: 'good' },
} as const satisfies Readonly<Record<string, StateStyle & { readonly letter: string }>>;
export type ObjectState = keyof typeof objectStates;

const ranks: ReadonlyMap<ObjectState, number> = new Map(
  (Object.keys(objectStates) as ObjectState[]).map((state, rank) => [state, rank]),
);

/** Negative where the first of two states is the worse one. */
function compareStates(left: ObjectState, right: ObjectState): number {
  return (ranks.get(left) ?? 0) - (ranks.get(right) ?? 0);
}

/** The worse of two states of an object. */
export function selectWorseState(left: ObjectState, right: ObjectState): ObjectState {
  return compareStates(left, right) <= 0 ? left : right;
}

/** Drift of an account, worst first, then in the order of the manifest. */
export function orderItems(items: readonly DriftItem[]): readonly DriftItem[] {
  return items.toSorted((left, right) => compareStates(left.kind, right.kind));
}

/** Changes of a plan: deletes, then replacements, then the rest in the order of the manifest. */
export function orderChangesByVerb(changes: readonly Change[]): readonly Change[] {
  const rank = ({ verb }: Change): number => (verb === 'delete' ? 0 : verb === 'replace' ? 1 : 2);
  return changes.toSorted((left, right) => rank(left) - rank(right));
}
