import { OperationalError } from '../kit/operational-error.ts';
import { toVisible } from '../kit/text/visible-text.ts';
import type { Diagnostic } from '../model/diagnostic/diagnostic.ts';
import type { CommandContext } from './context.ts';
import { type ExitCode, toApplyExitCode } from './exit-codes.ts';
import { Refusal } from './output/refusal.ts';
import { WorldFileError } from './ports/worlds/world-file-error.ts';

type Reporting = Pick<CommandContext, 'terminal' | 'reported' | 'written'>;

/** Reports an error that ended a command, or one that no caller awaited. Returns the exit code. */
export async function reportThrown(
  { terminal, reported, written }: Reporting,
  thrown: unknown,
): Promise<ExitCode> {
  const error = toKnownError(thrown);
  const code = toApplyExitCode({ hasFailed: true, hasWritten: written.size > 0 });
  if (!(error instanceof OperationalError)) {
    await reportInternalError({ terminal, reported }, error);
    return code;
  }
  if (error instanceof WorldFileError) {
    for (const diagnostic of error.diagnostics) reported.add(diagnostic);
    // Loads here, because --version and --help must start fast.
    const { formatDiagnostics } = await import('../reports/text/format-diagnostics.ts');
    const { diagnostics, file, text } = error;
    const said = formatDiagnostics(diagnostics, (path) => (path === file ? text : null));
    terminal.log(said.trimEnd());
    return code;
  }
  reported.add(toDiagnostic(error));
  terminal.log(toVisible(`error: ${error.message}. ${error.remedy}`));
  return code;
}

/** The error with a remedy that a thrown value is, if it is one; else the value itself. */
export function toKnownError(thrown: unknown): unknown {
  return isWithoutFolder(thrown) ? toFolderError(thrown) : thrown;
}

// Recognises a missing working folder by Node's call, because any relative path may be the first to fail.
function isWithoutFolder(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd';
}

function toFolderError(cause: unknown): OperationalError {
  return new OperationalError('the working directory does not exist or cannot be entered', {
    remedy: 'Change to an existing folder, or name one with -C.',
    cause,
  });
}

function toDiagnostic(error: OperationalError): Diagnostic {
  if (error instanceof Refusal) return error.diagnostic;
  const { message: summary, remedy } = error;
  return { code: 'cannot-run', severity: 'error', summary, remedy };
}

/**
 * Reports an internal error. Its text is redacted, because it may contain a sent value or the
 * address of a database.
 */
async function reportInternalError(
  { terminal, reported }: Pick<Reporting, 'terminal' | 'reported'>,
  error: unknown,
): Promise<void> {
  const { summary, stack } = await redactError(error);
  reported.add({ code: 'own-mistake', severity: 'error', summary });
  terminal.log('Internal error of cyclectl. Please report it with this text:');
  terminal.log(stack);
}

/** The texts of an internal error without the secrets that this process knows. */
export async function redactError(
  error: unknown,
): Promise<{ readonly summary: string; readonly stack: string }> {
  const { redactKnownSecrets } = await import('../model/secret/redact-secrets.ts');
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? error.message) : message;
  return { summary: redactKnownSecrets(message), stack: redactKnownSecrets(stack) };
}
