import { writeCodeBlock } from '../../kit/text/inert-markdown.ts';

/** Characters of commands; longer ones nobody pastes, and they would take the room of what they are about. */
const mostCharacters = 4000;

/** What to do next, as commands to be pasted. */
export function writeCommands(says: string, commands: readonly string[]): string {
  const block = writeCodeBlock('sh', commands);
  return block.length > mostCharacters
    ? `${says}, run the command that made this; what follows is too long to be shown.`
    : `${says}:\n\n${block}`;
}
