import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { formatDocumentHead, formatSafeJson } from '../../../reports/json/format-document.ts';
import type { Proposal, ProposalFrame } from './proposal.ts';

/** Which accounts share a shape, as data. `told` is of the run as a whole. */
export function formatProposalJson(
  proposal: Proposal,
  frame: ProposalFrame,
  reported: Iterable<Diagnostic> = [],
): string {
  const run = formatSafeJson({ ...frame, diagnostics: [...reported] });
  return `${formatDocumentHead('proposal')},"run":${run},\n"result":${formatSafeJson(proposal)}}\n`;
}
