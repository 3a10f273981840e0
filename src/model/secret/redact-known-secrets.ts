import { redactSecrets } from './redact-secrets.ts';
import { SecretValue } from './secret.ts';

/** Redacts every secret that this process opened recently, for texts of unknown origin. */
export function redactKnownSecrets(text: string): string {
  return SecretValue.redactKnown(text, redactSecrets);
}
