import { OperationalError } from '../../../kit/operational-error.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { redactKnownSecrets } from '../../../model/secret/redact-secrets.ts';
import type { OperationResult } from '../apply-state.ts';

/**
 * Runs a piece of work and returns thrown errors as its result, because a locked store or a bug
 * must not leave a pause window open or stop other accounts. Its outcome is unknown.
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

/** Describes an error thrown while an account was processed. */
export function describeThrown(error: unknown, about: string): Diagnostic {
  const severity = 'error';
  if (error instanceof OperationalError) {
    const summary = `${about}: ${error.message}`;
    const remedy = `${error.remedy} Then apply again: apply reads the service first.`;
    return { code: 'machine-trouble', severity, summary, remedy };
  }
  // The message of an unexpected error may contain request data.
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const detail = redactKnownSecrets(stack);
  const summary = `${about}: internal error in cyclectl`;
  return { code: 'own-mistake', severity, summary, detail, remedy: 'Please report it.' };
}
