import type { Operation } from '../../model/operation.ts';
import { writeLack } from '../../model/secret.ts';
import type { MissingSecret } from './carry-value.ts';
import type { Performed } from './scene.ts';

/** A secret that had a value when the account was looked at and has none now. */
export function toMissingSecret(
  { address }: Operation,
  { ref, lack, at }: MissingSecret,
): Performed {
  const { says, remedy } = writeLack(ref, lack);
  return {
    kind: 'failed',
    diagnostics: [
      {
        code: 'secret-missing',
        severity: 'error',
        summary: `${says}; it was there when ${address} was planned`,
        at,
        address,
        remedy: `${remedy}, and run the command again.`,
      },
    ],
  };
}
