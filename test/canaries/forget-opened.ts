import { SecretValue } from '../../src/model/secret/secret.ts';

/**
 * Lets this process forget the secrets that earlier test files opened: only the latest are known. Some of them are a
 * letter long, and are struck out of every word that is told of a mistake.
 */
export function forgetOpened(): void {
  for (let index = 0; index < 1000; index += 1) void new SecretValue(`opened-by-nobody-${index}`);
}
