import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { formatDocumentHead, formatSafeJson } from '../../../reports/json/format-document.ts';
import type { Proposal, ProposalFrame } from './proposal.ts';

/** Formats accounts by profile as data. `reported` holds diagnostics of the whole run. */
export function formatProposalJson(
  proposal: Proposal,
  frame: ProposalFrame,
  reported: Iterable<Diagnostic> = [],
): string {
  const run = formatSafeJson({ ...frame, diagnostics: [...reported] });
  return `${formatDocumentHead('proposal')},"run":${run},\n"result":${formatSafeJson(proposal)}}\n`;
}
