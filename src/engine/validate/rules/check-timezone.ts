import { listNearest } from '../../../kit/text/nearest.ts';
import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';
import type { Rule } from './rule.ts';

/** Names that Intl accepts and some versions of Node do not list. */
const unlisted = ['UTC', 'Asia/Kolkata', 'Europe/Kyiv', 'Asia/Kathmandu', 'Asia/Yangon'];

/**
 * Requires an IANA time zone. Intl also takes other forms (`EST`, `+01:00`) and returns old names
 * for some new ones, so its answer corrects the spelling and is never sent.
 */
export const checkTimezone: Rule<WrittenAccount> = (document) => {
  const { timezone } = document.written.spec;
  if (timezone === undefined) return [];
  const complaint = checkZone(timezone);
  if (complaint === null) return [];
  const at = document.spanOf('/spec/timezone');
  return [{ code: 'unknown-timezone', severity: 'error', at, ...complaint }];
};

function checkZone(name: string): { readonly summary: string; readonly remedy: string } | null {
  const known = resolveZone(name);
  const hasForm = name.includes('/') || name.toUpperCase() === 'UTC';
  if (known === null || !hasForm) {
    const nearest = listNearest(name, [...Intl.supportedValuesOf('timeZone'), ...unlisted]);
    const meant = nearest.length === 0 ? '' : `Did you mean ${nearest.join(' or ')}? `;
    const remedy = `${meant}Write an IANA name such as Europe/Berlin, or UTC.`;
    return { summary: `${JSON.stringify(name)} is not an IANA time zone`, remedy };
  }
  if (known === name || known.toLowerCase() !== name.toLowerCase()) return null;
  return {
    summary: `The time zone ${name} must be spelt ${known}`,
    remedy: `Write timezone: ${known}`,
  };
}

/** Answers of Intl by name, because asking costs more than all other rules together. */
const resolved = new Map<string, string | null>();

function resolveZone(name: string): string | null {
  const known = resolved.get(name);
  if (known !== undefined) return known;
  const zone = resolveWithIntl(name);
  resolved.set(name, zone);
  return zone;
}

function resolveWithIntl(timeZone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
