import type { SecretReading } from '../secret-reading.ts';

/** What the command was started with, by name. */
export type Environment = ReadonlyMap<string, string | undefined>;

/** The value of a variable. One that is empty counts as one that is not set. */
export function readVariable(environment: Environment, name: string): SecretReading {
  const value = environment.get(name);
  return value === undefined || value === '' ? { lack: 'not-set' } : { text: value };
}
