import { formatCodeBlock } from '../../kit/text/inert-markdown.ts';

/** Characters of commands; longer ones nobody pastes, and they would take the room of what they are about. */
const maxCharacters = 4000;

/** What to do next, as commands to be pasted. */
export function formatCommands(says: string, commands: readonly string[]): string {
  const block = formatCodeBlock('sh', commands);
  return block.length > maxCharacters
    ? `${says}, run the command that made this; what follows is too long to be shown.`
    : `${says}:\n\n${block}`;
}
