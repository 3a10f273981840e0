/** Time to wait for a reader after a first signal. */
export const graceMs = 3000;

const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Milliseconds of a duration such as `30s` or `10m`; null when it is not one. */
export function parseDuration(text: string): number | null {
  const [, amount = '', unit = ''] = /^(\d+)(ms|s|m|h|d)$/.exec(text) ?? [];
  const factor = units[unit];
  return factor === undefined ? null : Number(amount) * factor;
}

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
