import type { MadeCycleFile } from '../../engine/cycle-file/export/make-cycle-file.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import type { CommandContext } from '../context.ts';

/** Says what of an export its file does not carry. */
export function sayNotCarried(
  { terminal }: CommandContext,
  { secrets, unexplained }: Pick<MadeCycleFile, 'secrets' | 'unexplained'>,
): void {
  for (const path of secrets) {
    terminal.say(`A secret stood at ${toVisible(path)}: it is no part of the file.`);
  }
  for (const pointer of unexplained) {
    terminal.say(`Nothing explains the id at ${toVisible(pointer)}: it means nothing elsewhere.`);
  }
}
