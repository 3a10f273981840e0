import { OperationalError } from '../../kit/operational-error.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import { formatSpan } from '../../model/source-span.ts';

/** A command that cannot start because of a manifest, with a diagnostic code. */
export class Refusal extends OperationalError {
  readonly diagnostic: Diagnostic & { readonly remedy: string };

  constructor(diagnostic: Diagnostic & { readonly remedy: string }) {
    const { at, summary, code, remedy } = diagnostic;
    const location = at === undefined ? '' : `${formatSpan(at)}: `;
    super(`${location}${summary} [${code}]`, { remedy });
    this.name = 'Refusal';
    this.diagnostic = diagnostic;
  }
}
