import { hashText } from '../../kit/hash.ts';
import { writeCommentName } from '../../kit/text/inert-markdown.ts';
import type { Made, Report } from '../../model/report/report-document.ts';
import { namePlan, revertCommand } from '../judge/name-plan.ts';

/** Characters of a name in the marker; of a longer one the beginning and a digest stand there. */
const longestName = 200;

/** Commands of which the report is that of an apply. */
const writesToo: ReadonlySet<string> = new Set(['resume', 'undo', 'destroy']);

/**
 * The first line of a report, by which its comment is found again: `<!-- cyclectl:plan:production -->`. It is the same
 * for every report of a kind, of an environment, of a project folder in the repository, whatever the report says.
 */
export function writeMarker(report: Report, { folder }: Pick<Made, 'folder'>): string {
  const kind = readKind(report);
  const parts = [kind, readEnvironment(report, kind), folder].map(writeMarkerPart);
  while (parts.at(-1) === '') parts.pop();
  return `<!-- cyclectl:${parts.join(':')} -->`;
}

// A command that was refused takes the place of what it would have shown.
function readKind(report: Report): string {
  if (report.kind === 'plan') return namePlan(report.run).kind;
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

function writeMarkerPart(name: string): string {
  if (name.length <= longestName) return writeCommentName(name);
  return writeCommentName(`${name.slice(0, longestName / 2)}.${hashText(name)}`);
}
