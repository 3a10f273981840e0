import type { PlacedProblem, WorldMistake } from '../../../emulator/world/file/world-error.ts';
import { toPointer } from '../../../kit/json/json-pointer.ts';
import type { DiagnosticCode } from '../../../model/diagnostic/codes.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';

const codes: Readonly<Record<WorldMistake, DiagnosticCode>> = {
  syntax: 'yaml-syntax',
  conflict: 'merge-conflict',
  'unknown-key': 'unknown-key',
  'missing-key': 'missing-key',
  'wrong-type': 'wrong-type',
  'wrong-value': 'wrong-value',
  'wrong-form': 'wrong-form',
  'unknown-name': 'world-name',
  rule: 'world-rule',
};

/** Problems of a world file as diagnostics. */
export function toWorldDiagnostics(
  file: string,
  problems: readonly PlacedProblem[],
): readonly Diagnostic[] {
  return problems.map(({ kind, path, message, remedy, place: location }) => {
    const summary = message.replace(/\.$/, '');
    // The default remedy of this code is about manifests.
    const ofSchema = kind === 'wrong-value' ? 'cyclectl schema world describes it.' : undefined;
    const advice = remedy ?? ofSchema;
    return reportError(codes[kind], {
      summary: location === null ? `${file}: ${summary}` : summary,
      ...(location === null
        ? {}
        : { at: { file, ...location, pointer: toPointer(path.map(String)) } }),
      ...(advice === undefined ? {} : { remedy: advice }),
    });
  });
}
