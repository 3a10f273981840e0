import { toLine } from '../../kit/text/format-name.ts';
import { type Address, toAccountAddress, toFieldAddress } from '../../model/address.ts';
import { codes, type DiagnosticCode } from '../../model/diagnostic/codes.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { OperationOutcome } from '../../model/plan/outcome.ts';
import type { DriftItem } from '../../model/plan/plan.ts';
import type { CommandContext } from '../../model/report/report.ts';
import type { RefusedFrame } from '../../model/report/report-document.ts';
import type { SourceSpan } from '../../model/source-span.ts';
import { formatDiagnosticFacts } from '../words/format-diagnostic-facts.ts';
import { formatDirection } from '../words/format-direction.ts';
import { formatDrift, formatNameRemedy, formatWanted } from '../words/format-drift.ts';
import { formatExit } from '../words/format-exit.ts';
import { formatPath } from '../words/format-path.ts';
import { formatWriteResult } from '../words/format-write-result.ts';
import { listItemAnswers } from './drift-answers.ts';

/** What is found beside diagnostics, in the form of their catalogue. */
const ownRules = {
  'drift/field': {
    means: 'A field is not as we last wrote it.',
    remedy:
      "Bring Git's value back (cyclectl drift --revert), take what is there over into Git (--adopt), or leave it for a time (--ignore).",
  },
  'drift/gone': {
    means: 'An object that we made or took over is not there any more.',
    remedy:
      'Make it again (cyclectl drift --revert), take its entry out of the manifest, or leave it so for a time (--ignore).',
  },
  'drift/stopped': {
    means: 'A cycle that we started was stopped by somebody else.',
    remedy:
      'Ask who stopped it and why; then start it again (cyclectl drift --revert), let Git say so (--adopt), or leave it for a time (--ignore).',
  },
  'drift/authentication-lost': {
    means: 'A connector that was signed in is so no longer.',
    remedy: 'Run cyclectl consent where a person must sign it in; apply sends what Git has.',
  },
  'apply/failed': {
    means: 'A write failed.',
    remedy: 'Run cyclectl resume when what stopped it is mended.',
  },
  'apply/unknown': {
    means: 'Whether a write happened is not known.',
    remedy: 'Run cyclectl resume: it looks what became of it.',
  },
  'run/refused': {
    means: 'The command ended before it had anything to show.',
    remedy: 'Read what it has said on stderr.',
  },
} as const;

/** The kind of a finding: the code of a diagnostic, or what else there is. */
export type RuleName = DiagnosticCode | keyof typeof ownRules;

/** What a rule means, and what to do about what it finds. */
export function describeRule(rule: RuleName): { readonly means: string; readonly remedy: string } {
  return rule in ownRules ? ownRules[rule as keyof typeof ownRules] : codes[rule as DiagnosticCode];
}

/** Something that a person should look at, in the one form that test runners, scanners and pull requests are told it in. */
export type Finding = {
  readonly rule: RuleName;
  readonly level: 'error' | 'warning';
  /** The account, the object or the field; null where it is about the run as a whole. */
  readonly about: Address | null;
  /** What is wrong, on a line. */
  readonly says: string;
  /** More of it, a line each. */
  readonly facts: readonly string[];
  readonly at: SourceSpan | null;
  readonly related: NonNullable<Diagnostic['related']>;
};

/** What stands for a diagnostic that does not say what it is about, or where. */
export type FindingContext = { readonly account: string | null; readonly at: SourceSpan | null };

/** Around what is said of a run as a whole. */
export const wholeRunContext: FindingContext = { account: null, at: null };

/** A diagnostic as a finding. */
export function toFinding(diagnostic: Diagnostic, around: FindingContext): Finding {
  const { code, severity, summary, address, at = around.at, related = [] } = diagnostic;
  const about = address ?? (around.account === null ? null : toAccountAddress(around.account));
  const facts = formatDiagnosticFacts(diagnostic);
  return { rule: code, level: severity, about, says: toLine(summary), facts, at, related };
}

/** What has drifted as a finding. */
export function toDriftFinding(
  item: DriftItem,
  around: FindingContext,
  place: CommandContext,
): Finding {
  const { kind, path, address } = item;
  const isField = kind === 'field' && path !== null;
  const about = isField ? toFieldAddress(address, path) : address;
  const wanted = formatWanted(item);
  const rule = `drift/${kind}` as const;
  return {
    rule,
    level: 'warning',
    about,
    says: `${formatPath(about)}${isField ? ':' : ''} ${formatDrift(item)}`,
    facts: [
      formatDirection(item),
      ...(wanted === null ? [] : [wanted]),
      `→ ${formatNameRemedy(item) ?? describeRule(rule).remedy}`,
      ...listItemAnswers(item, place).flatMap(({ does, commands }) =>
        commands.map((command) => `${does}: ${command}`),
      ),
    ],
    at: item.at ?? around.at,
    related: [],
  };
}

/** What an apply did not do, or may not have done, and no diagnostic speaks of; else null. */
export function toFailedFinding(outcome: OperationOutcome): Finding | null {
  const { operation, result, diagnostics } = outcome;
  if ((result !== 'failed' && result !== 'unknown') || diagnostics.length > 0) return null;
  const rule = `apply/${result}` as const;
  const { address } = operation;
  const says = `${formatPath(address)}: ${formatWriteResult(operation, result)}`;
  const facts = [`→ ${describeRule(rule).remedy}`];
  return { rule, level: 'error', about: address, says, facts, at: null, related: [] };
}

/** That a command came to nothing. */
export function toRefusedFinding(run: RefusedFrame): Finding {
  const rule = 'run/refused';
  const facts = [`→ ${describeRule(rule).remedy}`];
  const says = formatExit(run);
  return { rule, level: 'error', about: null, says, facts, at: null, related: [] };
}

/** How many ranks there are. */
export const ranks = 5;

/** What a person should see first: 0 is a cycle that rests since we stopped it, the last a field that drifted. */
export function toFindingRank({ rule, level }: Pick<Finding, 'rule' | 'level'>): number {
  if (rule === 'left-paused') return 0;
  if (level === 'error') return 1;
  if (rule === 'drift/field') return 4;
  return rule.startsWith('drift/') ? 2 : 3;
}
