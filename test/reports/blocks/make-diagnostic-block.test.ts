import { expect, it } from 'vitest';
import type { PlainValue } from '../../../src/model/fields/field-value.ts';
import { formatDiagnostic } from '../../../src/reports/text/format-blocks.ts';
import { plainPaint } from '../../../src/reports/text/paint.ts';
import { contacts, plain } from '../samples/samples.ts';

function write(sent: PlainValue, kept: PlainValue): string {
  const values = { sent: plain(sent), kept: plain(kept) };
  const summary = `${contacts}/steps/Add/fields/Email: another value is kept`;
  return formatDiagnostic(
    { code: 'kept-another-value', severity: 'error', summary, values },
    plainPaint,
  );
}

it('shows the two values of a field in words', () => {
  expect(write({ kind: 'expression', expression: '{{A}}' }, { kind: 'ignore' })).toContain(
    '          expression "{{A}}" was sent, but the service has ignored\n',
  );
  expect(write(['a', 'b'], null)).toContain('["a", "b"] was sent, but the service has nothing\n');
});
