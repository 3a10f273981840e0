import { formatAligned, formatParagraph } from '../../../kit/text/text-layout.ts';
import { formatSpan, type SourceSpan } from '../../../model/source-span.ts';
import { formatPath } from '../../phrases/format-path.ts';

const column = 35;
const hang = 10;

/** Who changed a value, and its place in the manifest: on the same line, or below if it is long. */
export function formatOrigin(who: string, at: SourceSpan | null): string {
  const left = formatParagraph(who, hang);
  if (at === null) return left;
  const location = formatPath(formatSpan(at));
  return left.length + 2 > column
    ? `${left}\n${formatParagraph(location, hang)}`
    : formatAligned(left, location, { column, hang });
}
