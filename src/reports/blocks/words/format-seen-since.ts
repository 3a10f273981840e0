import { count } from '../../../kit/text/text-layout.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** `seen since 2026-11-20, 2 days`; null if this run is the first, or nothing is recorded. */
export function formatSeenSince(since: string | null, now: string): string | null {
  const ageMs = since === null ? Number.NaN : Date.parse(now) - Date.parse(since);
  if (since === null || Number.isNaN(ageMs) || ageMs <= 0) return null;
  const days = Math.floor(ageMs / dayMs);
  const date = `seen since ${new Date(since).toISOString().slice(0, 10)}`;
  return days === 0 ? date : `${date}, ${count(days, 'day')}`;
}
