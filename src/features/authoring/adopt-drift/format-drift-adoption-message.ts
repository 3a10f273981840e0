import { formatCommitMessage } from '../../../app/git/format-commit-message.ts';
import type { DriftAdoption } from './drift-adoption.ts';
import { formatAdopted } from './format-drift-adoption.ts';

/** Formats the commit message of adopted drift. */
export function formatDriftAdoptionMessage(
  { values, diagnostics }: DriftAdoption,
  environment: string,
): string {
  return formatCommitMessage({
    says: `Adopt changes made in ${environment}`,
    why: `The service of ${environment} was changed outside Git since the last apply. The files now declare these values, so the next apply keeps them.`,
    items: values.map(formatAdopted),
    left: diagnostics.map(({ address, summary }) =>
      address === undefined || summary.startsWith(address) ? summary : `${address}: ${summary}`,
    ),
  });
}
