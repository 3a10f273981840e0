import { expect } from 'vitest';
import { indexPolicies } from '../../../src/engine/index/index-policies.ts';
import type { Policy } from '../../../src/model/plan/policy.ts';

/** The text of a policy, with the lines of its spec. */
export function formatPolicy(name: string, ...lines: readonly string[]): string {
  const head = ['apiVersion: cyclectl/v1', 'kind: Policy', `metadata: {name: ${name}}`, 'spec:'];
  return [...head, ...lines.map((line) => `  ${line}`), ''].join('\n');
}

/** Indexes one file of policies. */
export function indexText(text: string) {
  return indexPolicies({
    paths: ['policy/rules.yaml'],
    passedOver: [],
    read: async () => ({ ok: true, text }),
  });
}

/** The policies of a text without mistakes. */
export async function loadPolicies(text: string): Promise<readonly Policy[]> {
  const { policies, diagnostics } = await indexText(text);
  expect(diagnostics).toEqual([]);
  return policies;
}
