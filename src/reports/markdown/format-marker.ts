import { toHash } from '../../kit/hash.ts';
import { formatCommentName } from '../../kit/text/inert-markdown.ts';
import type { Report, ReportMetadata } from '../../model/report/report-document.ts';
import { revertCommand, toPlanLabel } from '../classify/to-plan-label.ts';

/** Characters of a name in the marker; a longer one ends with a digest. */
const maxNameLength = 200;

/** Commands of which the report is that of an apply. */
const writesToo: ReadonlySet<string> = new Set(['resume', 'undo', 'destroy']);

/**
 * The first line of a report, which identifies its comment: `<!-- cyclectl:plan:production -->`. It
 * depends on kind, environment and project folder alone.
 */
export function formatMarker(report: Report, { folder }: Pick<ReportMetadata, 'folder'>): string {
  const kind = readKind(report);
  const parts = [kind, readEnvironment(report, kind), folder].map(formatMarkerPart);
  while (parts.at(-1) === '') parts.pop();
  return `<!-- cyclectl:${parts.join(':')} -->`;
}

// A refused command has the kind of the report that it would have shown.
function readKind(report: Report): string {
  if (report.kind === 'plan') return toPlanLabel(report.run).kind;
  if (report.kind !== 'refused') return report.kind;
  if (report.run.command === revertCommand) return 'revert';
  const [command = 'refused'] = report.run.command?.split(' ') ?? [];
  return writesToo.has(command) ? 'apply' : command;
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
