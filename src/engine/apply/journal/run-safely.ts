import { OperationalError } from '../../../kit/operational-error.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { redactKnownSecrets } from '../../../model/secret/redact-known-secrets.ts';
import type { OperationResult } from '../apply-state.ts';

/**
 * Does a piece of work, and takes what it throws for its result: a store that is locked or a mistake
 * of ours must neither leave a pause window open nor stop the other accounts. What was sent by then is
 * not known.
 */
export async function runSafely(
  about: string,
  work: () => Promise<OperationResult>,
): Promise<OperationResult> {
  try {
    return await work();
  } catch (error) {
    return { kind: 'unknown', diagnostics: [describeThrown(error, about)] };
  }
}

/** What was thrown in the middle of an account, as a diagnostic. */
export function describeThrown(error: unknown, about: string): Diagnostic {
  const severity = 'error';
  if (error instanceof OperationalError) {
    const summary = `${about}: ${error.message}`;
    const remedy = `${error.remedy} Then apply again: it looks at the service first.`;
    return { code: 'machine-trouble', severity, summary, remedy };
  }
  // Nobody has written its text with care: it may repeat what was sent.
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const detail = redactKnownSecrets(stack);
  const summary = `${about}: cyclectl has made a mistake of its own`;
  return { code: 'own-mistake', severity, summary, detail, remedy: 'Please report it.' };
}
