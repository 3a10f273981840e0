import { toVisible } from '../../../../kit/text/visible-text.ts';
import { wrapText } from '../../../../kit/text/wrap-text.ts';
import type { Remark } from '../described-account.ts';

/** Columns of a comment beside its indentation. */
const commentColumns = 90;

/** The lines of a remark, without what makes them a comment. No text of the service does anything in them. */
export function writeRemark({ says, lines = [] }: Remark): readonly string[] {
  return [...wrapText(toVisible(says), commentColumns), ...lines.map(toVisible)];
}
