import { writeCanonicalJson } from '../../kit/canonical-json.ts';
import { hashText } from '../../kit/hash.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { DesiredValue } from '../../model/field-value.ts';
import type { AccountPlan } from '../../model/plan.ts';
import { type Fingerprint, isLasting } from '../../model/secret.ts';
import { showDesired, showLive } from '../../model/show-value.ts';
import type { AccountDiff, FieldVerdict } from '../../model/verdict.ts';
import { findRefusals } from './find-refusals.ts';
import { holdBack } from './hold-back.ts';
import { listChanges } from './list-changes.ts';
import { listNotices } from './list-notices.ts';
import { orderOperations } from './order-operations.ts';

/** What to do about one account and in which order, or why it may not be done. */
export function makeAccountPlan(
  found: AccountDiff,
  hasNews: boolean,
): { readonly plan: AccountPlan } | { readonly refused: readonly Diagnostic[] } {
  const diff = holdBack(found);
  const refused = findRefusals(diff);
  if (refused.length > 0) return { refused };
  return {
    plan: {
      account: diff.desired.key,
      id: diff.desired.id,
      isNew: diff.account.live === null,
      desired: digestDesired(diff),
      live: digestLive(diff),
      changes: listChanges(diff),
      operations: orderOperations(diff),
      notices: listNotices(found),
      hasNews,
    },
  };
}

// Digests of what the manifest wants and of what was found there, field by field. A comment, or a
// field that the manifest does not manage, moves neither.
function digestDesired(diff: AccountDiff): string {
  return digest(diff, (verdict) => [
    showDesired(verdict.desired.value),
    printOf(verdict.desired.value),
  ]);
}

function digestLive(diff: AccountDiff): string {
  return digest(diff, (verdict) => [
    showLive(verdict),
    verdict.live?.kind === 'secret' ? keepLasting(verdict.live.read) : null,
  ]);
}

function printOf(value: DesiredValue): Fingerprint | null {
  return value.kind === 'secret' ? keepLasting(value.secret.fingerprint) : null;
}

function keepLasting(print: Fingerprint | null): Fingerprint | null {
  return print !== null && isLasting(print) ? print : null;
}

function digest(diff: AccountDiff, pick: (verdict: FieldVerdict) => unknown): string {
  const objects = [diff.account, ...diff.connectors, ...diff.cycles].map((object) => [
    object.address,
    object.live?.id ?? null,
    object.verdicts.map((verdict) => [verdict.path, pick(verdict)]),
  ]);
  const left = [...diff.leftConnectors, ...diff.leftCycles].flatMap((pair) =>
    pair.record === null ? [] : [[pair.live.id, pair.record.address]],
  );
  return hashText(writeCanonicalJson([diff.desired.id, objects, left]));
}
