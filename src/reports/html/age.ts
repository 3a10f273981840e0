/** Ages of a difference as charts count them, youngest first. */
export const ages = [
  'today',
  'to 3 days',
  'to 7 days',
  'to 30 days',
  'older',
  'not known',
] as const;
export type Age = (typeof ages)[number];

const dayMs = 86_400_000;

/** How long a difference was known when the report was made. */
export function toAge(since: string | null, madeAt: string): Age {
  const ms = since === null ? Number.NaN : Date.parse(madeAt) - Date.parse(since);
  if (Number.isNaN(ms)) return 'not known';
  const days = ms / dayMs;
  if (days < 1) return 'today';
  if (days < 3) return 'to 3 days';
  if (days < 7) return 'to 7 days';
  return days < 30 ? 'to 30 days' : 'older';
}
