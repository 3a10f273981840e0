import type { Operation } from '../../model/operation.ts';
import type { Performed } from './scene.ts';

/** A secret that had a value when the plan was made and has none now. */
export function toMissingSecret(operation: Operation, from: string): Performed {
  return {
    kind: 'failed',
    diagnostics: [
      {
        code: 'secret-missing',
        severity: 'error',
        summary: `${operation.address}: ${from} has no value on this machine`,
        address: operation.address,
        remedy: `Set ${from} and run the command again.`,
      },
    ],
  };
}
