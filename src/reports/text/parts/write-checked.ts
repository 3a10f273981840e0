import { align, type Place } from '../../../kit/text/text-layout.ts';
import { writeName } from '../../../kit/text/write-name.ts';
import type { CheckedConnector, CheckResult } from '../../../model/manifest/check.ts';
import { withinAccount } from '../../words/write-path.ts';
import type { Paint } from './paint.ts';
import { writeDiagnosticBlock } from './write-diagnostic-block.ts';

const place: Place = { column: 35, hang: 10, most: 2 };

/** The checks of a connector as lines, those that did not pass with what to do. */
export function writeChecked(checked: CheckedConnector, paint: Paint): string[] {
  const about = withinAccount(checked.address);
  switch (checked.kind) {
    case 'waits':
      return [writeWaiting(checked, paint)];
    case 'not-found':
      return checked.diagnostics.map((diagnostic) => writeDiagnosticBlock(diagnostic, paint));
    case 'checked':
      return checked.results.flatMap((result) => writeResult(about, result, paint));
  }
}

/** A connector that was not checked, since a person has to sign it in. */
export function writeWaiting(
  { address, user }: Extract<CheckedConnector, { readonly kind: 'waits' }>,
  paint: Paint,
): string {
  const says = `not checked: waits for ${writeName(user)}`;
  return align(`  ${paint.yellow('!')} ${withinAccount(address)}`, says, place);
}

function writeResult(about: string, result: CheckResult, paint: Paint): string[] {
  const { method, status, diagnostics } = result;
  if (result.result !== 'passed') {
    return diagnostics.map((diagnostic) => writeDiagnosticBlock(diagnostic, paint));
  }
  return [align(`  ${paint.green('✓')} ${about}`, `${writeName(method)}: ${status}`, place)];
}
