import { InvalidArgumentError, Option } from 'commander';
import { parseDuration } from '../kit/duration.ts';

/** As long as a cycle may take to drain, by default. */
export const defaultLockTimeoutMs = 600_000;

/** Of every command that writes: how long an account that another run has is waited for. */
export function waitingForLocks(): Option {
  return new Option(
    '--lock-timeout <duration>',
    'how long to wait for accounts that another run works on',
  )
    .argParser(toDurationMs)
    .default(defaultLockTimeoutMs, '10m');
}

/** Milliseconds of a duration as it was typed. */
export function toDurationMs(text: string): number {
  const ms = parseDuration(text);
  if (ms === null) throw new InvalidArgumentError('Write a duration, such as 30s, 10m or 0s.');
  return ms;
}

/** All values of an option that may repeat. */
export function gather(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

/** A whole number of at least one as it was typed. */
export function toPositiveCount(text: string): number {
  const count = toCount(text);
  if (count === 0) throw new InvalidArgumentError('Write a whole number from 1 on.');
  return count;
}

/** A whole number as it was typed. */
export function toCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Write a whole number.');
  return Number(text);
}
