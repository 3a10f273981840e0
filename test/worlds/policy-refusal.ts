import type { Diagnostic } from '../../src/model/diagnostic/diagnostic.ts';

/** Refusal of a plan by policy. */
export class PolicyRefusal extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((item) => item.summary).join('; '));
    this.diagnostics = diagnostics;
  }
}
