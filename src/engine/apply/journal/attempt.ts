import { Trouble } from '../../../kit/trouble.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { strikeKnownSecrets } from '../../../model/secret/strike-known-secrets.ts';
import type { Performed } from '../scene.ts';

/**
 * Does a piece of work, and takes what it throws for its result: a store that is locked or a mistake
 * of ours must neither leave a pause window open nor stop the other accounts. What was sent by then is
 * not known.
 */
export async function attempt(about: string, work: () => Promise<Performed>): Promise<Performed> {
  try {
    return await work();
  } catch (error) {
    return { kind: 'unknown', diagnostics: [describeThrown(error, about)] };
  }
}

/** What was thrown in the middle of an account, as a diagnostic. */
export function describeThrown(error: unknown, about: string): Diagnostic {
  const severity = 'error';
  if (error instanceof Trouble) {
    const summary = `${about}: ${error.message}`;
    const remedy = `${error.remedy} Then apply again: it looks at the service first.`;
    return { code: 'machine-trouble', severity, summary, remedy };
  }
  // Nobody has written its text with care: it may repeat what was sent.
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const detail = strikeKnownSecrets(stack);
  const summary = `${about}: cyclectl has made a mistake of its own`;
  return { code: 'own-mistake', severity, summary, detail, remedy: 'Please report it.' };
}
