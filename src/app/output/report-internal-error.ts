import type { CommandContext } from '../context.ts';

/**
 * Reports an internal error. Its text is redacted, because it may contain a sent value or the
 * address of a database.
 */
export async function reportInternalError(
  { terminal, reported }: Pick<CommandContext, 'terminal' | 'reported'>,
  error: unknown,
): Promise<void> {
  const { redactKnownSecrets } = await import('../../model/secret/redact-secrets.ts');
  const summary = redactKnownSecrets(error instanceof Error ? error.message : String(error));
  reported.add({ code: 'own-mistake', severity: 'error', summary });
  terminal.log('Internal error of cyclectl. Please report it with this text:');
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  terminal.log(redactKnownSecrets(stack));
}
