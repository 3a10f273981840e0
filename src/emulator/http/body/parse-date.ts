const shortDate = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const isoDate = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:T(.+))?$/;
const timeOfDay = /^(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:\d{2})?$/;

/**
 * Parses `2020-01-31`, `1/31/2020` (leading zeros optional) or an ISO instant, to milliseconds
 * since 1970 (SERVICE C [T][S]). UTC without a zone; undefined if invalid.
 */
export function parseDate(text: string): number | undefined {
  const [, month, day, year] = shortDate.exec(text) ?? [];
  if (year !== undefined) {
    return toInstant([year, month, day]);
  }
  const [, ...iso] = isoDate.exec(text) ?? [];
  return toInstant(iso, iso[3]);
}

function toInstant(
  [year = '', month = '', day = '']: readonly (string | undefined)[],
  time = '00:00',
): number | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const midnightMs = Date.parse(`${date}T00:00Z`);
  const [, clock, zone = 'Z'] = timeOfDay.exec(time) ?? [];
  // Refuse 31 February, which Date would turn into March.
  const isDay = !Number.isNaN(midnightMs) && new Date(midnightMs).toISOString().startsWith(date);
  const atMs = isDay && clock !== undefined ? Date.parse(`${date}T${clock}${zone}`) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : atMs;
}
