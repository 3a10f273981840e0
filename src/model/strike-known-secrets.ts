import { SecretValue } from './secret.ts';
import { strikeSecrets } from './strike-secrets.ts';

// A pattern of all at once could be too large to be compiled.
const atOnce = 100;

/** Takes every secret that this process has opened lately out of a text that nobody has written with care. */
export function strikeKnownSecrets(text: string): string {
  return SecretValue.strikeKnown(text, (whole, secrets) => {
    let struck = whole;
    for (let start = 0; start < secrets.length; start += atOnce) {
      struck = strikeSecrets(struck, secrets.slice(start, start + atOnce));
    }
    return struck;
  });
}
