import type { SecretLack } from '../model/secret.ts';

/** The text behind a reference, or why there is none. */
export type SecretReading = { readonly text: string } | { readonly lack: SecretLack };

/** What the command was started with, by name. */
export type Environment = ReadonlyMap<string, string | undefined>;

/** The value of a variable. One that is empty counts as one that is not set. */
export function readVariable(environment: Environment, name: string): SecretReading {
  const value = environment.get(name);
  return value === undefined || value === '' ? { lack: 'not-set' } : { text: value };
}
