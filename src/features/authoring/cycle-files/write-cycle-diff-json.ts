import { writeCycleDiff } from '../../../engine/cycle-file/compare/write-cycle-diff.ts';
import type { CycleFileChange } from '../../../model/desired/cycle-file/cycle-file-change.ts';
import { writeHead, writeSafeJson } from '../../../reports/json/write-document.ts';

/** What differs between two cycle files as data, each change with its words. */
export function writeCycleDiffJson(changes: readonly CycleFileChange[]): string {
  const told = changes.map((change, index) => ({
    ...change,
    words: writeCycleDiff(changes)[index],
  }));
  return `${writeHead('diff')},"changes":${writeSafeJson(told)}}\n`;
}
