/** What the command was started with, by name. */
export type Environment = ReadonlyMap<string, string | undefined>;

/** The value of a variable; null when it is not set or empty. */
export function readVariable(environment: Environment, name: string): string | null {
  const value = environment.get(name);
  return value === undefined || value === '' ? null : value;
}
