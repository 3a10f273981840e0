import { expect, it } from 'vitest';
import { checkExamples } from '../../../src/engine/policy/check-examples.ts';
import { formatPolicy, loadPolicies } from './load-policies.ts';

async function findWrong(...examples: readonly string[]): Promise<readonly string[]> {
  const text = formatPolicy(
    'rule',
    'about: cycle',
    'match: {environments: [prod]}',
    'validations:',
    '  - {expression: has(cycle.schedule), message: A cycle has a schedule.}',
    'action: deny',
    'exceptions:',
    '  - {accounts: [acme], owner: jo, reason: Moving, until: 2026-12-01}',
    'examples:',
    ...examples.map((line) => `  - {name: one, ${line}}`),
  );
  const [policy] = await loadPolicies(text);
  if (policy === undefined) throw new Error('There is no policy');
  return checkExamples(policy, '2026-12-01').map(({ at, summary }) => `${at?.line}: ${summary}`);
}

const without = 'spec: {cycles: {news: {state: paused}}}';

it('passes examples that have the result and the message that they expect', async () => {
  const found = await findWrong(
    'spec: {cycles: {news: {schedule: {every: 1h}}}}, expect: allow',
    `${without}, expect: deny, message: A cycle has a schedule`,
    `${without}, environment: test, expect: allow`,
    `${without}, account: acme, expect: allow`,
    `${without}, account: acme, today: 2026-12-02, expect: deny`,
  );
  expect(found).toEqual([]);
});

it('reports another result and another message, at the line of the example', async () => {
  const violates = 'example/cycles/news violates the policy rule: A cycle has a schedule';
  expect(
    await findWrong(
      `${without}, expect: allow`,
      'spec: {cycles: {}}, expect: deny',
      `${without}, expect: deny, message: Something else`,
    ),
  ).toEqual([
    `13: The example "one" of the policy rule gives deny, not allow: ${violates}`,
    '14: The example "one" of the policy rule gives allow, not deny',
    `15: The example "one" of the policy rule has another message: ${violates}`,
  ]);
});

it('fails an example where an expression fails, whatever it expects', async () => {
  const text = formatPolicy(
    'rule',
    'about: cycle',
    'validations: [{expression: cycle.shedule.every == "1h", message: Hourly}]',
    'action: deny',
    'examples:',
    '  - {name: one, spec: {cycles: {news: {schedule: {every: 5m}}}}, expect: deny}',
  );
  const [policy] = await loadPolicies(text);
  const found = policy === undefined ? [] : checkExamples(policy, '2026-12-01');
  expect(found.map(({ summary }) => summary)).toEqual([
    'The example "one" of the policy rule cannot be checked, because an expression fails: No such key: shedule',
  ]);
});

it('expects a message as a whole, of any violation', async () => {
  const cycles = Array.from({ length: 12 }, (_, index) => `c${index}: {}`).join(', ');
  const text = formatPolicy(
    'rule',
    'about: cycle',
    `validations: [{expression: 'false', message: Never, messageExpression: '"of: " + key'}]`,
    'action: deny',
    'examples:',
    ...['c11', 'of: c11', 'of: c1'].map(
      (message) =>
        `  - {name: one, spec: {cycles: {${cycles}}}, expect: deny, message: '${message}'}`,
    ),
  );
  const [policy] = await loadPolicies(text);
  const found = policy === undefined ? [] : checkExamples(policy, '2026-12-01');
  expect(found.map(({ summary }) => summary)).toEqual([
    expect.stringContaining('has another message: example/cycles/c0 violates'),
  ]);
});
