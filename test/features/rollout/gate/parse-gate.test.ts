import { expect, it } from 'vitest';
import { formatGate, parseGate } from '../../../../src/features/rollout/gate/parse-gate.ts';

it('says what each wave must show, with percentages as they are written', () => {
  const gate = parseGate({
    evidence: '80%',
    within: '26h',
    errors: 'noMoreThanBefore',
    checks: true,
    approval: 'required',
  });
  expect(gate && formatGate(gate)).toBe(
    'runs of 80% of its accounts, no more errors than before, health checks, an approval',
  );
});
