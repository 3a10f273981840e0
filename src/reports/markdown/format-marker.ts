import { toHash } from '../../kit/hash.ts';
import { formatCommentName } from '../../kit/text/inert-markdown.ts';
import type { Report, ReportMetadata } from '../../model/report/report-document.ts';
import { toReportLabel } from '../blocks/words/to-report-label.ts';

/** Characters of a name in the marker; a longer one ends with a digest. */
const maxNameLength = 200;

/**
 * The first line of a report, which identifies its comment: `<!-- cyclectl:plan:production -->`. It
 * depends on kind, environment and project folder alone.
 */
export function formatMarker(report: Report, { folder }: Pick<ReportMetadata, 'folder'>): string {
  const { kind } = toReportLabel(report);
  const parts = [kind, readEnvironment(report, kind), folder].map(formatMarkerPart);
  while (parts.at(-1) === '') parts.pop();
  return `<!-- cyclectl:${parts.join(':')} -->`;
}

// Manifests are validated for all environments.
function readEnvironment({ run }: Report, kind: string): string {
  if ('target' in run) return run.target.environment;
  return 'environment' in run && kind !== 'validate' ? (run.environment ?? '') : '';
}

function formatMarkerPart(name: string): string {
  if (name.length <= maxNameLength) return formatCommentName(name);
  return formatCommentName(`${name.slice(0, maxNameLength / 2)}.${toHash(name)}`);
}
