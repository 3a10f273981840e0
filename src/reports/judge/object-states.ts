/** How much something wants to be seen. */
export type Tone = 'good' | 'quiet' | 'info' | 'waiting' | 'attention' | 'bad';

/** A state as people see it: by a word, a sign and a tone, of which none alone is enough. */
export type StateStyle = { readonly label: string; readonly mark: string; readonly tone: Tone };

/**
 * What an object of an account comes to in a report of any kind, worst first. The letter stands for it where
 * many are written.
 */
export const objectStates = {
  gone: { letter: 'g', label: 'gone', mark: '✕', tone: 'bad' },
  failed: { letter: 'f', label: 'failed', mark: '✕', tone: 'bad' },
  unknown: { letter: 'u', label: 'not known', mark: '?', tone: 'bad' },
  unread: { letter: 'r', label: 'could not be read', mark: '?', tone: 'bad' },
  invalid: { letter: 'i', label: 'not valid', mark: '✕', tone: 'bad' },
  delete: { letter: 'x', label: 'deleted', mark: '−', tone: 'bad' },
  replace: { letter: 'p', label: 'replaced', mark: '±', tone: 'bad' },
  'authentication-lost': { letter: 'a', label: 'sign-in lost', mark: '!', tone: 'bad' },
  stopped: { letter: 's', label: 'stopped', mark: '■', tone: 'attention' },
  field: { letter: 'd', label: 'changed by others', mark: '≠', tone: 'attention' },
  waiting: { letter: 'w', label: 'waits for a person', mark: '…', tone: 'waiting' },
  undone: { letter: 'b', label: 'taken back', mark: '↺', tone: 'attention' },
  skipped: { letter: 'k', label: 'left out', mark: '–', tone: 'attention' },
  warned: { letter: 'n', label: 'warned of', mark: '!', tone: 'attention' },
  update: { letter: 'e', label: 'changed', mark: '~', tone: 'info' },
  create: { letter: 'm', label: 'new', mark: '+', tone: 'info' },
  adopt: { letter: 'o', label: 'adopted', mark: '=', tone: 'info' },
  forget: { letter: 't', label: 'let go', mark: '○', tone: 'quiet' },
  absent: { letter: 'y', label: 'not there yet', mark: '○', tone: 'quiet' },
  done: { letter: 'v', label: 'done', mark: '✓', tone: 'good' },
  clean: { letter: 'c', label: 'as we left it', mark: '•', tone: 'good' },
} as const satisfies Readonly<Record<string, StateStyle & { readonly letter: string }>>;
export type ObjectState = keyof typeof objectStates;

const ranks: ReadonlyMap<ObjectState, number> = new Map(
  (Object.keys(objectStates) as ObjectState[]).map((state, rank) => [state, rank]),
);

/** Negative where the first of two states is the worse one. */
export function compareStates(left: ObjectState, right: ObjectState): number {
  return (ranks.get(left) ?? 0) - (ranks.get(right) ?? 0);
}

/** The worse of two states of an object. */
export function selectWorseState(left: ObjectState, right: ObjectState): ObjectState {
  return compareStates(left, right) <= 0 ? left : right;
}
