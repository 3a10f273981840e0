/** ISO UTC of a time with its time zone; null for other text, and for a day that no month has. */
export function parseInstant(text: string): string | null {
  const form = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.0+)?)?(?:Z|[+-]\d\d:\d\d)$/;
  const [, day = ''] = form.exec(text) ?? [];
  const time = isDay(day) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString().replace('.000Z', 'Z');
}

/** Returns whether a text is a date of the calendar, such as 2026-12-31. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** ISO UTC to the second: `2026-12-31T02:00:00Z`. */
export function toSeconds(instant: string): string {
  return instant.replace(/\.\d+(?=Z$)/, '');
}
