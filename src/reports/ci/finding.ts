import { type Address, toAccountAddress, toFieldAddress } from '../../model/address.ts';
import { codes, type DiagnosticCode } from '../../model/diagnostic/codes.ts';
import { type Diagnostic, isAudit } from '../../model/diagnostic/diagnostic.ts';
import type { OperationOutcome } from '../../model/plan/outcome.ts';
import type { DriftItem } from '../../model/plan/plan.ts';
import { findPolicyRef } from '../../model/plan/policy.ts';
import type { CommandContext } from '../../model/report/report.ts';
import type { RefusedFrame } from '../../model/report/report-document.ts';
import { formatSpan, type SourceSpan } from '../../model/source-span.ts';
import { formatWriteResult } from '../blocks/accounts/make-outcome-blocks.ts';
import { makeDiagnosticBlock } from '../blocks/make-diagnostic-block.ts';
import { formatNameRemedy } from '../blocks/objects/format-drift.ts';
import { makeItemBlock } from '../blocks/objects/make-item-block.ts';
import { formatPhrase } from '../blocks/phrase.ts';
import { listItemAnswers } from '../blocks/verdict/answer-collector.ts';
import { describeExit } from '../blocks/verdict/make-verdict.ts';
import { formatPath } from '../blocks/words/format-path.ts';

/** Findings without a diagnostic, in the form of the catalog of codes. */
const ownRules = {
  'drift/field': {
    means: 'A field differs from the value of our last apply.',
    remedy:
      "Restore Git's value (cyclectl drift --revert), write the value of the service into the manifests (--adopt), or ignore it until a date (--ignore).",
  },
  'drift/unmanaged': {
    means: 'Something that no manifest manages was changed outside Git.',
    remedy:
      'Bring the baseline back (cyclectl drift --revert), write the value of the service into the manifests (--adopt), accept it (--accept), or ignore it until a date (--ignore).',
  },
  'drift/gone': {
    means: 'An object that we created or adopted no longer exists.',
    remedy:
      'Create it again (cyclectl drift --revert), remove its entry from the manifest, or ignore it until a date (--ignore).',
  },
  'drift/stopped': {
    means: 'A cycle that we started was stopped outside Git.',
    remedy:
      'Ask who stopped it and why. Then start it again (cyclectl drift --revert), write the change into the manifests (--adopt), or ignore it until a date (--ignore).',
  },
  'drift/authentication-lost': {
    means: 'A connector is no longer signed in.',
    remedy:
      'Run cyclectl consent if a person must sign it in. Otherwise apply sends the credentials that Git references.',
  },
  'apply/failed': {
    means: 'A write failed.',
    remedy: 'Fix the cause, then run cyclectl resume.',
  },
  'apply/unknown': {
    means: 'The outcome of a write is unknown.',
    remedy: 'Run cyclectl resume. It reads the service to find the outcome.',
  },
  'run/refused': {
    means: 'The command ended before it had a result.',
    remedy: 'Read its messages on stderr.',
  },
} as const;

/** The kind of a finding: a diagnostic code, or a rule of its own. */
export type RuleName = DiagnosticCode | keyof typeof ownRules;

/** Meaning and remedy of a rule. */
export function describeRule(rule: RuleName): { readonly means: string; readonly remedy: string } {
  return rule in ownRules ? ownRules[rule as keyof typeof ownRules] : codes[rule as DiagnosticCode];
}

/** A finding in the form that JUnit, SARIF and GitHub annotations share. */
export type Finding = {
  readonly rule: RuleName;
  /** The policy that is violated; absent for others. */
  readonly policy?: string;
  /** `note`: for SARIF alone. */
  readonly level: 'error' | 'warning' | 'note';
  /** The account, the object or the field; null for the whole run. */
  readonly about: Address | null;
  /** The problem, on one line. */
  readonly text: string;
  /** More of it, a line each. */
  readonly facts: readonly string[];
  readonly at: SourceSpan | null;
  readonly related: NonNullable<Diagnostic['related']>;
};

/** Account and place for a diagnostic that has none. */
export type FindingContext = { readonly account: string | null; readonly at: SourceSpan | null };

/** Context of findings about the whole run. */
export const wholeRunContext: FindingContext = { account: null, at: null };

/** A diagnostic as a finding. */
export function toFinding(diagnostic: Diagnostic, around: FindingContext): Finding {
  const { code, address, at = around.at, related = [] } = diagnostic;
  const about = address ?? (around.account === null ? null : toAccountAddress(around.account));
  const { severity, summary, facts, remedy } = makeDiagnosticBlock(diagnostic);
  const lines = [...facts, `→ ${remedy}`];
  const level = isAudit(diagnostic) ? 'note' : severity;
  const isHere = at === null || isInCheckout(at);
  return {
    rule: code,
    ...toPolicy(diagnostic),
    level,
    about,
    text: isHere ? summary : `${formatSpan(at)}: ${summary}`,
    facts: lines,
    at: isHere ? at : null,
    related: related.filter((each) => isInCheckout(each.at)),
  };
}

// Policies of a commit and of the operator are files that no checkout has.
function isInCheckout({ file }: SourceSpan): boolean {
  return !file.startsWith('/') && findPolicyRef(file) === null;
}

function toPolicy({ policy }: Diagnostic): Pick<Finding, 'policy'> {
  return policy === undefined ? {} : { policy };
}

/** A drift item as a finding. */
export function toDriftFinding(
  item: DriftItem,
  around: FindingContext,
  context: CommandContext,
): Finding {
  const { kind, path, address } = item;
  const isField = (kind === 'field' || kind === 'unmanaged') && path !== null;
  const about = isField ? toFieldAddress(address, path) : address;
  const { text, wanted, origin } = makeItemBlock(item, null);
  const rule = `drift/${kind}` as const;
  return {
    rule,
    level: 'warning',
    about,
    text: `${formatPath(about)}${isField ? ':' : ''} ${text}`,
    facts: [
      ...origin,
      ...(wanted === null ? [] : [`${wanted.label} ${wanted.text}`]),
      `→ ${formatNameRemedy(item) ?? describeRule(rule).remedy}`,
      ...listItemAnswers(item, context).flatMap(({ does, commands }) =>
        commands.map((command) => `${does}: ${command}`),
      ),
    ],
    at: item.at ?? around.at,
    related: [],
  };
}

/** A failed or unknown operation without a diagnostic as a finding; else null. */
export function toFailedFinding(outcome: OperationOutcome): Finding | null {
  const { operation, result, diagnostics } = outcome;
  if ((result !== 'failed' && result !== 'unknown') || diagnostics.length > 0) return null;
  const rule = `apply/${result}` as const;
  const { address } = operation;
  const text = `${formatPath(address)}: ${formatWriteResult(operation, result)}`;
  const facts = [`→ ${describeRule(rule).remedy}`];
  return { rule, level: 'error', about: address, text: text, facts, at: null, related: [] };
}

/** A refused command as a finding. */
export function toRefusedFinding(run: RefusedFrame): Finding {
  const rule = 'run/refused';
  const facts = [`→ ${describeRule(rule).remedy}`];
  const text = formatPhrase(describeExit(run));
  return { rule, level: 'error', about: null, text: text, facts, at: null, related: [] };
}

/** How many ranks there are. */
export const ranks = 5;

/** Rank of a finding: 0 is a cycle that we left paused, the last a field that drifted. */
export function toFindingRank({ rule, level }: Pick<Finding, 'rule' | 'level'>): number {
  if (rule === 'left-paused') return 0;
  if (level === 'error') return 1;
  if (rule === 'drift/field' || level === 'note') return 4;
  return rule.startsWith('drift/') ? 2 : 3;
}
