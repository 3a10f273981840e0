import type { MadeCycleFile } from '../../engine/cycle-file/export/make-cycle-file.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import type { CommandContext } from '../context.ts';

/** Prints the parts of an export that its file does not have. */
export function printOmissions(
  { terminal }: CommandContext,
  { secrets, unresolvedIds }: Pick<MadeCycleFile, 'secrets' | 'unresolvedIds'>,
): void {
  for (const path of secrets) {
    terminal.log(`The secret at ${toVisible(path)} was not written to the file.`);
  }
  for (const pointer of unresolvedIds) {
    terminal.log(
      `The export does not explain the id at ${toVisible(pointer)}: it has no meaning in another account.`,
    );
  }
}
