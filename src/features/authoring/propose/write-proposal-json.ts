import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { writeHead, writeSafeJson } from '../../../reports/json/write-document.ts';
import type { Proposal, ProposalFrame } from './proposal.ts';

/** Which accounts share a shape, as data. `told` is of the run as a whole. */
export function writeProposalJson(
  proposal: Proposal,
  frame: ProposalFrame,
  told: Iterable<Diagnostic> = [],
): string {
  const run = writeSafeJson({ ...frame, diagnostics: [...told] });
  return `${writeHead('proposal')},"run":${run},\n"result":${writeSafeJson(proposal)}}\n`;
}
