import type { AccountDiff } from '../diff/field-diff.ts';
import type { Fingerprinter } from '../plan/expectation.ts';
import { HiddenTexts } from '../secret/hidden-texts.ts';
import { makeKnownSecrets } from '../secret/known-secrets.ts';
import type { BaselineContext } from './compare-members.ts';

/** Collects the secrets that an account is known to have, in the service, in Git and in the state. */
export function makeBaselineContext(diff: AccountDiff, print: Fingerprinter): BaselineContext {
  return { hidden: new HiddenTexts(diff.state, makeKnownSecrets(diff, print)), print };
}
