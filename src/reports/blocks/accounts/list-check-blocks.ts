import { formatName } from '../../../kit/text/format-name.ts';
import type { CheckedConnector } from '../../../model/manifest/check.ts';
import type { Block } from '../block.ts';
import { makeDiagnosticBlock } from '../make-diagnostic-block.ts';
import { formatObjectPath } from '../words/format-path.ts';

/** The health checks of a connector: passed, failed with a remedy, or not made. */
export function listCheckBlocks(checked: CheckedConnector): Block[] {
  const about = formatObjectPath(checked.address);
  switch (checked.kind) {
    case 'waits': {
      const text = `not checked: waits for ${formatName(checked.user)}`;
      return [{ is: 'note', mark: '!', about, text }];
    }
    case 'not-found':
      return checked.diagnostics.map(makeDiagnosticBlock);
    case 'checked':
      return checked.results.flatMap(({ result, method, status, diagnostics }): Block[] =>
        result === 'passed'
          ? [{ is: 'note', mark: '✓', about, text: `${formatName(method)}: ${status}` }]
          : diagnostics.map(makeDiagnosticBlock),
      );
  }
}
