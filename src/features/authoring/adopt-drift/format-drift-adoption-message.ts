import { formatCommitMessage } from '../../../app/git/format-commit-message.ts';
import type { DriftAdoption } from './drift-adoption.ts';
import { formatAdopted } from './format-drift-adoption.ts';

/** What a commit says of drift that Git takes over: what moved and why it is written, and what is not. */
export function formatDriftAdoptionMessage(
  { values, diagnostics }: DriftAdoption,
  environment: string,
): string {
  return formatCommitMessage({
    says: `Adopt what was changed in ${environment}`,
    why: `Somebody changed it in the service of ${environment} since our last apply. The files say it now, so that the next apply leaves it there.`,
    items: values.map(formatAdopted),
    left: diagnostics.map(({ address, summary }) =>
      address === undefined || summary.startsWith(address) ? summary : `${address}: ${summary}`,
    ),
  });
}
