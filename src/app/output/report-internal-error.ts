import type { CommandContext } from '../context.ts';

/** Tells of a mistake of ours. Nobody wrote its text with care: it may repeat what was sent, or the address of a database. */
export async function reportInternalError(
  { terminal, reported }: Pick<CommandContext, 'terminal' | 'reported'>,
  error: unknown,
): Promise<void> {
  const { redactKnownSecrets } = await import('../../model/secret/redact-known-secrets.ts');
  const summary = redactKnownSecrets(error instanceof Error ? error.message : String(error));
  reported.add({ code: 'own-mistake', severity: 'error', summary });
  terminal.log('cyclectl has made a mistake of its own. Please report it with this text:');
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  terminal.log(redactKnownSecrets(stack));
}
