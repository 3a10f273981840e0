import { toPointer } from '../../../kit/json/json-pointer.ts';
import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';
import { readSingleRun, reportSingleRun } from '../../../model/manifest/single-run.ts';
import type { Rule } from './rule.ts';

/** Refuses a single run, because it is an event and no state. */
export const checkSingleRuns: Rule<WrittenAccount> = (document) => {
  const { metadata, spec } = document.written;
  return Object.entries(spec.cycles ?? {}).flatMap(([key, written]) => {
    const at = readSingleRun(written);
    if (at === null) return [];
    const pointer = toPointer(['spec', 'cycles', key, 'schedule']);
    return [reportSingleRun(metadata.name, key, { moment: at, at: document.spanOf(pointer) })];
  });
};
