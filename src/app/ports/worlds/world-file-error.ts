import { OperationalError } from '../../../kit/operational-error.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { formatSpan } from '../../../model/source-span.ts';

/** Problems that keep the embedded service from starting; all of them are reported. */
export class WorldFileError extends OperationalError {
  readonly diagnostics: readonly Diagnostic[];
  readonly file: string;
  readonly text: string;

  constructor(world: {
    readonly file: string;
    readonly text: string;
    readonly diagnostics: readonly Diagnostic[];
  }) {
    const messages = world.diagnostics.map(
      ({ at, summary }) => `${at === undefined ? '' : `${formatSpan(at)} `}${summary}`,
    );
    super(messages.join('; '), {
      remedy: 'Correct the world file. cyclectl schema world describes it.',
    });
    this.name = 'WorldRefusal';
    this.diagnostics = world.diagnostics;
    this.file = world.file;
    this.text = world.text;
  }
}
