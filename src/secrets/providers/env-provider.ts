import type { SecretReading } from '../secret-reading.ts';

/** Environment variables of the command, by name. */
export type Environment = ReadonlyMap<string, string | undefined>;

/** Value of a variable; an empty one counts as not set. */
export function readVariable(environment: Environment, name: string): SecretReading {
  const value = environment.get(name);
  return value === undefined || value === '' ? { lack: 'not-set' } : { text: value };
}
