import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import type { PromotedText } from './environment-mapping.ts';

/** Where something would be carried to. */
export type PromotionTarget = Pick<Diagnostic, 'address' | 'at'>;

type BoundText = Extract<PromotedText, { kind: 'bound' }>;

/** A value that was looked up at a third party. */
export const thirdPartyValue: BoundText = {
  kind: 'bound',
  says: 'a value of a list is an id of the third party',
  write: null,
};

/** Tells that a value is carried as it is, and why it may be wrong in the other environment. */
export function reportBound({ says, write }: BoundText, place: PromotionTarget): Diagnostic {
  const summary = `It is carried as it is, and ${says}`;
  const remedy = write === null ? {} : { remedy: `Write ${write} in its place.` };
  return { code: 'environment-bound', severity: 'warning', summary, ...place, ...remedy };
}

/** Tells that a value is not carried, since it may be a secret. */
export function reportCredential(place: PromotionTarget): Diagnostic {
  const summary = 'It was changed in the service, and may be a secret; it is not carried';
  return { code: 'credential-not-carried', severity: 'error', summary, ...place };
}
