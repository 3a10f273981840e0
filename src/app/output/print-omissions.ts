import type { MadeCycleFile } from '../../engine/cycle-file/export/make-cycle-file.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import type { CommandContext } from '../context.ts';

/** Says what of an export its file does not carry. */
export function printOmissions(
  { terminal }: CommandContext,
  { secrets, unresolvedIds }: Pick<MadeCycleFile, 'secrets' | 'unresolvedIds'>,
): void {
  for (const path of secrets) {
    terminal.log(`A secret stood at ${toVisible(path)}: it is no part of the file.`);
  }
  for (const pointer of unresolvedIds) {
    terminal.log(`Nothing explains the id at ${toVisible(pointer)}: it means nothing elsewhere.`);
  }
}
