import { SecretValue } from '../../src/model/secret/secret.ts';

/**
 * Clears the secrets of earlier test files in this process, because short ones would be found
 * in every text: an error is redacted, and a reason refused.
 */
export function forgetOpened(): void {
  for (let index = 0; index < 1000; index += 1) void new SecretValue(`opened-by-nobody-${index}`);
}
