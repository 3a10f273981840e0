import { toLine } from '../../../kit/text/format-name.ts';
import type { Operation } from '../../../model/plan/operation.ts';

/** The result of a write that failed or has an unknown outcome. */
export function formatWriteResult({ does }: Operation, result: 'failed' | 'unknown'): string {
  const became =
    result === 'failed' ? 'failed' : 'has an unknown outcome; the next apply checks it';
  return `${toLine(does)}: ${became}`;
}
