import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { describeLack } from '../../../model/secret/describe-lack.ts';
import { formatSecretRef } from '../../../model/secret/secret.ts';
import type { OperationResult } from '../apply-state.ts';
import type { MissingSecret } from './read-payload.ts';

/** Reports a secret that is missing or changed since the plan. */
export function toMissingSecret(
  { address }: Operation,
  { refs, lack, reason, at }: MissingSecret,
): OperationResult {
  if (lack === 'changed') {
    return toFailedSecret(
      reportError('secret-changed', {
        summary: `${refs.map(formatSecretRef).join(' or ')} changed since the plan of ${address}`,
        at,
        address,
        remedy: 'It was not sent. Make a new plan and apply it.',
      }),
    );
  }
  const [ref] = refs;
  if (ref === undefined) throw new Error(`A secret of ${address} has no reference`);
  const { says: text, remedy } = describeLack({
    ref,
    lack,
    ...(reason === undefined ? {} : { reason }),
  });
  return toFailedSecret(
    reportError('secret-missing', {
      summary: `${text}; it was set when ${address} was planned`,
      at,
      address,
      remedy: `${remedy}, and run the command again.`,
    }),
  );
}

function toFailedSecret(diagnostic: Diagnostic): OperationResult {
  return { kind: 'failed', diagnostics: [diagnostic] };
}
