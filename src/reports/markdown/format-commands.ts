import { formatCodeBlock } from '../../kit/text/inert-markdown.ts';

/** Characters of commands; longer ones are omitted, because they are impractical to paste. */
const maxCharacters = 4000;

/** The next commands, ready to paste. */
export function formatCommands(text: string, commands: readonly string[]): string {
  const block = formatCodeBlock('sh', commands);
  return block.length > maxCharacters
    ? `${text}, run the command that created this report; its commands are too long to show here.`
    : `${text}:\n\n${block}`;
}
