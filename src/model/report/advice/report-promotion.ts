import { type Diagnostic, reportError, reportWarning } from '../../diagnostic/diagnostic.ts';
import type { PromotedText } from './environment-mapping.ts';

/** Where something would be carried to. */
export type PromotionTarget = Pick<Diagnostic, 'address' | 'at'>;

type BoundText = Extract<PromotedText, { kind: 'bound' }>;

/** A value that was looked up at a third party. */
export const thirdPartyValue: BoundText = {
  kind: 'bound',
  reason: 'a value of a list is an id of the third party',
  write: null,
};

/**
 * Reports that a value is promoted unchanged, and why it may be wrong in the target environment.
 */
export function reportBound({ reason, write }: BoundText, target: PromotionTarget): Diagnostic {
  const summary = `It is promoted unchanged, and ${reason}`;
  const remedy = write === null ? {} : { remedy: `Replace it with ${write}.` };
  return reportWarning('environment-bound', { summary, ...target, ...remedy });
}

/** Reports that a value is not promoted, because it may be a secret. */
export function reportCredential(target: PromotionTarget): Diagnostic {
  const summary = 'It was changed in the service and may be a secret; it is not promoted';
  return reportError('credential-not-carried', { summary, ...target });
}
