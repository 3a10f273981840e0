import { toWrappedLines } from '../../../../kit/text/to-wrapped-lines.ts';
import { toVisible } from '../../../../kit/text/visible-text.ts';
import type { Remark } from '../described-account.ts';

/** Columns of a comment beside its indentation. */
const commentColumns = 90;

/** The lines of a remark, without what makes them a comment. No text of the service does anything in them. */
export function formatRemark({ says, lines = [] }: Remark): readonly string[] {
  return [...toWrappedLines(toVisible(says), commentColumns), ...lines.map(toVisible)];
}
