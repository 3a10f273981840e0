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
