import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { PlanSigner } from '../../model/ports.ts';

/** Whether a saved plan is as it was written by somebody who has our key. */
export function checkSignature(checked: ReturnType<PlanSigner['verify']>): Diagnostic[] {
  if (checked === 'whole') return [];
  const summary =
    checked === 'other-key'
      ? 'The plan was sealed with another key than the one that is here'
      : 'The plan is not as it was written: its seal is that of another text';
  return [
    {
      code: 'plan-seal',
      severity: 'error',
      summary,
      remedy:
        checked === 'other-key'
          ? 'Nothing was done. Apply it where CYCLECTL_SECRET_KEY (of the embedded service: .cyclectl/ENVIRONMENT/secret.key) is that of the plan, or make it again here.'
          : 'Nothing was done. Find out who has changed it, and make it again with cyclectl plan --out FILE.',
    },
  ];
}
