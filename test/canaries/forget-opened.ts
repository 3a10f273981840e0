import { SecretValue } from '../../src/model/secret/secret.ts';

/**
 * Clears the secrets of earlier test files in this process, because short ones would be redacted
 * from every word of an error.
 */
export function forgetOpened(): void {
  for (let index = 0; index < 1000; index += 1) void new SecretValue(`opened-by-nobody-${index}`);
}
