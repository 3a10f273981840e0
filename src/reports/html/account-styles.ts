import type { AccountState } from '../classify/account-rank.ts';
import type { StateStyle } from '../classify/object-states.ts';

/** Label, mark and tone of each account state on the page. */
export const accountStyles: Readonly<Record<AccountState, StateStyle>> = {
  'left-paused': { label: 'cycles left paused', mark: '■', tone: 'bad' },
  failed: { label: 'failed', mark: '✕', tone: 'bad' },
  unread: { label: 'unreadable', mark: '?', tone: 'bad' },
  'not-planned': { label: 'not planned', mark: '✕', tone: 'bad' },
  invalid: { label: 'not valid', mark: '✕', tone: 'bad' },
  stopped: { label: 'stopped early', mark: '–', tone: 'attention' },
  destroys: { label: 'deletes or replaces', mark: '−', tone: 'bad' },
  drift: { label: 'drift', mark: '≠', tone: 'attention' },
  waits: { label: 'waits for a person', mark: '…', tone: 'waiting' },
  interrupts: { label: 'interrupts cycles', mark: '~', tone: 'attention' },
  changes: { label: 'changes', mark: '~', tone: 'info' },
  warned: { label: 'with warnings', mark: '!', tone: 'attention' },
  'git-moved': { label: 'changed in Git', mark: '~', tone: 'info' },
  'never-applied': { label: 'never applied', mark: '○', tone: 'quiet' },
  done: { label: 'done', mark: '✓', tone: 'good' },
  clean: { label: 'in sync', mark: '•', tone: 'good' },
};
