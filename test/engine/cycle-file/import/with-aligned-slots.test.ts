import { expect, it } from 'vitest';
import { compareCycleFiles } from '../../../../src/engine/cycle-file/compare/compare-cycle-files.ts';
import { formatCycleDiff } from '../../../../src/engine/cycle-file/compare/format-cycle-diff.ts';
import { withAlignedSlots } from '../../../../src/engine/cycle-file/import/with-aligned-slots.ts';
import type { CycleFile } from '../../../../src/model/desired/cycle-file/cycle-file.ts';
import { readSample, sampleText } from '../sample-file.ts';

const shared = readSample(sampleText());

/** The same with a second connector for its last step. */
const apart: CycleFile = {
  ...shared,
  steps: shared.steps.map((step) =>
    step.connector === null || step.label !== 'Tell the others'
      ? step
      : { ...step, connector: { ...step.connector, slot: 'Sample Mailer#2' } },
  ),
};

function compare(live: CycleFile, file: CycleFile): readonly string[] {
  return formatCycleDiff(compareCycleFiles(withAlignedSlots(live, file), file));
}

it('takes a connector that a manifest gave to two slots for both of them', () => {
  expect(compare(shared, apart)).toEqual([]);
  expect(compare(apart, apart)).toEqual([]);
});

it('reports steps that share a slot and do not share a connector', () => {
  expect(compare(apart, shared)).toEqual([
    'step "Tell the others" calls another method: Add subscriber of Sample Mailer#2@1.4 → Add subscriber of Sample Mailer@1.4',
  ]);
});
