import type { Disposition } from '../../model/diff/disposition.ts';
import type { ComparedField } from '../../model/diff/field-diff.ts';
import type { Decider, FieldFacts } from './decider.ts';
import { awaitsConsent } from './deciders/awaits-consent.ts';
import { ignored } from './deciders/ignored.ts';
import { notOffered } from './deciders/not-offered.ts';
import { outOfScope } from './deciders/out-of-scope.ts';
import { ownedByOthers } from './deciders/owned-by-others.ts';
import { secretUnavailable } from './deciders/secret-unavailable.ts';
import { whereDifferent } from './deciders/where-different.ts';

/** All deciders in order: the first answer counts. */
const deciders: readonly Decider[] = [
  outOfScope,
  ignored,
  ownedByOthers,
  awaitsConsent,
  secretUnavailable,
  notOffered,
  whereDifferent,
];

/** Decides about one field. */
export function decideField(field: ComparedField, facts: FieldFacts): Disposition {
  for (const decide of deciders) {
    const disposition = decide(field, facts);
    if (disposition !== null) return disposition;
  }
  return { kind: 'none' };
}
