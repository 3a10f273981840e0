/** The clock of the limiter and of requests; tests bring their own. */
export type Timer = {
  /** Milliseconds that only grow. */
  nowMs(): number;
  /** Rings once, after at least `ms`. The result takes the alarm back. */
  setAlarm(ms: number, ring: () => void): () => void;
  /** Sets an alarm for the other side. Is separate because tests skip waits, but no answer may miss its deadline. */
  setDeadline(ms: number, ring: () => void): () => void;
};

function setMachineAlarm(ms: number, ring: () => void): () => void {
  const handle = setTimeout(ring, ms);
  return () => clearTimeout(handle);
}

/** The machine's own time. */
export const machineTimer: Timer = {
  nowMs: () => performance.now(),
  setAlarm: setMachineAlarm,
  setDeadline: setMachineAlarm,
};
