import { formatSome } from '../../../kit/text/format-some.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { RunCount } from '../../../model/state/run-count.ts';
import type { Evidence, GateFailure, GateResult, Missing } from './check-gate.ts';

/** Most names and errors that are printed. */
const mostNamed = 3;

/** Formats why an open wave waits: `evidence of 12 of 20 accounts, 4 more are needed; ...`. */
export function formatMissing({
  missing,
  isAsked,
}: Extract<GateResult, { readonly kind: 'open' }>): string {
  const { evidence, checks, unmade } = missing;
  const parts = [
    ...(evidence === null ? [] : [formatNeeded(evidence)]),
    ...(checks && evidence === null ? ['the health checks did not run'] : []),
    ...(unmade.length === 0
      ? []
      : [`health checks are missing or could not be made (${formatVisible(unmade)})`]),
    formatAsking(missing, isAsked),
    ...(evidence === null ? [] : [`without a run: ${formatSome(evidence.lacking, mostNamed)}`]),
  ];
  return parts.filter((part) => part !== null).join('; ');
}

function formatAsking({ approval, askedAt }: Missing, isAsked: boolean): string | null {
  if (askedAt === null) return approval ? 'a person must approve it' : null;
  const when = `${isAsked ? 'since' : 'after'} ${askedAt}`;
  return approval ? `a person must approve it, asked ${when}` : `asks a person ${when}`;
}

function formatNeeded(evidence: Evidence): string {
  const left = evidence.needs - evidence.has;
  return `${formatEvidence(evidence)}, ${left} more ${left === 1 ? 'is' : 'are'} needed`;
}

/** Formats evidence: `evidence of 12 of 20 accounts`; `no evidence of 20 accounts`. */
export function formatEvidence({ has, of }: Evidence): string {
  return has === 0
    ? `no evidence of ${count(of, 'account')}`
    : `evidence of ${has} of ${count(of, 'account')}`;
}

/** Formats why a wave failed its gate. */
export function formatGateFailure(why: GateFailure): string {
  switch (why.kind) {
    case 'errors':
      return `more runs have errors than before: ${formatRuns(why.after)}, before ${formatRuns(why.before)}; ${formatCause(why.accounts, why.after.errors)}`;
    case 'new-errors':
      return `${count(why.errors.length, 'new kind', 'new kinds')} of error; ${formatCause(why.accounts, why.errors)}`;
    case 'checks':
      return `health checks of ${count(why.accounts.length, 'account')} failed (${formatVisible(why.accounts)})`;
  }
}

function formatCause(accounts: readonly string[], errors: readonly string[]): string {
  return `accounts: ${formatVisible(accounts)}; errors: ${formatVisible(errors)}`;
}

function formatRuns({ failed, ended }: RunCount): string {
  return `${failed} of ${count(ended, 'run')}`;
}

function formatVisible(items: readonly string[]): string {
  return formatSome(items.map(toVisible), mostNamed);
}
