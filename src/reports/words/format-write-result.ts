import { toLine } from '../../kit/text/format-name.ts';
import type { Operation } from '../../model/plan/operation.ts';

/** What became of a write that failed or is not known. */
export function formatWriteResult({ does }: Operation, result: 'failed' | 'unknown'): string {
  const became = result === 'failed' ? 'failed' : 'may have happened; the next apply looks';
  return `${toLine(does)}: ${became}`;
}
