import { toHash } from '../../kit/hash.ts';
import { formatCommentName } from '../../kit/text/inert-markdown.ts';
import type { ReportMetadata } from '../../model/report/report-document.ts';
import { formatShortCommit } from '../blocks/words/format-short-commit.ts';
import { formatCode } from './format-code.ts';

/** Characters of a name in the marker; a longer one ends with a digest. */
const maxNameLength = 200;

/** The first line, which identifies a comment: `<!-- cyclectl:plan:production -->`. */
export function formatMarker(
  kind: string,
  environment: string | undefined,
  { folder }: Pick<ReportMetadata, 'folder'>,
): string {
  const parts = [kind, environment ?? '', folder].map(formatMarkerPart);
  while (parts.at(-1) === '') parts.pop();
  return `<!-- cyclectl:${parts.join(':')} -->`;
}

function formatMarkerPart(name: string): string {
  if (name.length <= maxNameLength) return formatCommentName(name);
  return formatCommentName(`${name.slice(0, maxNameLength / 2)}.${toHash(name)}`);
}

/** The last line: time, tool, commit, folder, and a target if there is one. */
export function formatFooter(
  { at, tool, commit, folder }: ReportMetadata,
  target: string | null,
): string {
  return [
    formatCode(at),
    formatCode(tool),
    ...(commit === null ? [] : [`commit ${formatCode(formatShortCommit(commit))}`]),
    ...(folder === '' ? [] : [`folder ${formatCode(folder)}`]),
    ...(target === null ? [] : [formatCode(target)]),
  ].join(' · ');
}
