/** Time to wait for a reader after a first signal. */
export const graceMs = 3000;

/** A signal that is aborted some time after another one. Cancel it when it is no longer needed. */
export function startGracePeriod(
  stopping: AbortSignal | undefined,
  ms = graceMs,
): { readonly signal: AbortSignal; readonly giveUp: () => void } {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    timer = setTimeout(() => controller.abort(), ms);
  };
  if (stopping?.aborted === true) begin();
  else stopping?.addEventListener('abort', begin, { once: true });
  const giveUp = (): void => {
    stopping?.removeEventListener('abort', begin);
    clearTimeout(timer);
  };
  return { signal: controller.signal, giveUp };
}
