/** `cyclectl rollout`; `runs` lets the cycles of the service run for a while. */
export type RolloutStep = {
  readonly do: 'rollout';
  readonly command:
    | 'open'
    | 'replace'
    | 'continue'
    | 'stop'
    | 'pause'
    | 'resume'
    | 'approve'
    | 'undo'
    | 'runs';
  /** It dies after its nth effect; null where it lives. */
  readonly effect: number | null;
  readonly host: 'here' | 'elsewhere';
  readonly faults: readonly number[];
  /** Changes in the console before. */
  readonly byHand: readonly number[];
  /** All is applied before. */
  readonly isSettled: boolean;
};
