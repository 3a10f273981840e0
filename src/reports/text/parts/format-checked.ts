import { formatName } from '../../../kit/text/format-name.ts';
import { formatAligned, type TextPlacement } from '../../../kit/text/text-layout.ts';
import type { CheckedConnector, CheckResult } from '../../../model/manifest/check.ts';
import { formatObjectPath } from '../../phrases/format-path.ts';
import { formatDiagnosticBlock } from './format-diagnostic-block.ts';
import type { Paint } from './paint.ts';

const placement: TextPlacement = { column: 35, hang: 10, most: 2 };

/** The health checks of a connector as lines, failed ones with a remedy. */
export function formatChecked(checked: CheckedConnector, paint: Paint): string[] {
  const about = formatObjectPath(checked.address);
  switch (checked.kind) {
    case 'waits':
      return [formatWaiting(checked, paint)];
    case 'not-found':
      return checked.diagnostics.map((diagnostic) => formatDiagnosticBlock(diagnostic, paint));
    case 'checked':
      return checked.results.flatMap((result) => formatResult(about, result, paint));
  }
}

/** A connector that was not checked, since a person has to sign it in. */
export function formatWaiting(
  { address, user }: Extract<CheckedConnector, { readonly kind: 'waits' }>,
  paint: Paint,
): string {
  const text = `not checked: waits for ${formatName(user)}`;
  return formatAligned(`  ${paint.yellow('!')} ${formatObjectPath(address)}`, text, placement);
}

function formatResult(about: string, result: CheckResult, paint: Paint): string[] {
  const { method, status, diagnostics } = result;
  if (result.result !== 'passed') {
    return diagnostics.map((diagnostic) => formatDiagnosticBlock(diagnostic, paint));
  }
  return [
    formatAligned(`  ${paint.green('✓')} ${about}`, `${formatName(method)}: ${status}`, placement),
  ];
}
