import { randomBytes } from 'node:crypto';

/** The id of a run that begins at this time, ISO UTC: ids sort as their times do. */
export function makeRunId(startedAt: string): string {
  return `${startedAt.replace(/[-:.]/g, '')}-${randomBytes(3).toString('hex')}`;
}
