import { toWrappedLines } from '../../../../kit/text/to-wrapped-lines.ts';
import { toVisible } from '../../../../kit/text/visible-text.ts';
import type { Remark } from '../described-account.ts';

/** Width of a comment without its indentation. */
const commentColumns = 90;

/** Wraps a remark into lines without comment marks, with control characters escaped. */
export function formatRemark({ text, lines = [] }: Remark): readonly string[] {
  return [...toWrappedLines(toVisible(text), commentColumns), ...lines.map(toVisible)];
}
