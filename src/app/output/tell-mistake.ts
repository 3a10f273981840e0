import type { CommandContext } from '../context.ts';

/** Tells of a mistake of ours. Nobody wrote its text with care: it may repeat what was sent, or the address of a database. */
export async function tellMistake(
  { terminal, told }: Pick<CommandContext, 'terminal' | 'told'>,
  error: unknown,
): Promise<void> {
  const { strikeKnownSecrets } = await import('../../model/secret/strike-known-secrets.ts');
  const summary = strikeKnownSecrets(error instanceof Error ? error.message : String(error));
  told.add({ code: 'own-mistake', severity: 'error', summary });
  terminal.say('cyclectl has made a mistake of its own. Please report it with this text:');
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  terminal.say(strikeKnownSecrets(stack));
}
