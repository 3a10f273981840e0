import type { ChangeGroup } from '../blocks/groups/change-groups.ts';
import { formatBlock } from '../text/format-blocks.ts';
import { plainPaint } from '../text/paint.ts';

/** A group of equal changes as data: its accounts have the changes themselves. */
type GroupDocument = Omit<ChangeGroup, 'blocks' | 'label'> & {
  /** The state of accounts that failed. */
  readonly label?: string;
  /** Lines of the text report. */
  readonly lines: readonly string[];
};

/** The groups of a report as data. */
export function toGroupDocuments(groups: readonly ChangeGroup[]): readonly GroupDocument[] {
  return groups.map(({ blocks, label, ...group }) => ({
    ...group,
    ...(label === '' ? {} : { label }),
    lines: blocks.flatMap((block) => formatBlock(block, plainPaint)),
  }));
}
