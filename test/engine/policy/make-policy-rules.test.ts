import { describe, expect, it } from 'vitest';
import { parseDocuments } from '../../../src/engine/load/parse-documents.ts';
import { makePolicyRules } from '../../../src/engine/policy/make-policy-rules.ts';
import { validateAccount } from '../../../src/engine/validate/validate-account.ts';
import { toCycleAddress, toFieldPath } from '../../../src/model/address.ts';
import { reportError } from '../../../src/model/diagnostic/diagnostic.ts';
import type { AccountDocument } from '../../../src/model/manifest/manifest.ts';
import type { AccountPlan } from '../../../src/model/plan/plan.ts';
import type { PolicyRules, PolicyScope } from '../../../src/model/plan/policy.ts';
import { toFingerprint } from '../../../src/model/secret/secret.ts';
import { formatCycle, formatSpec } from '../../support/values/check-account.ts';
import { accountPlan } from '../../support/values/make-plan.ts';
import { formatPolicy, loadPolicies } from './load-policies.ts';

const place = { environment: 'prod', today: '2026-12-01' };

async function loadRules(text: string, at = place): Promise<PolicyRules> {
  return makePolicyRules({ policies: await loadPolicies(text), diagnostics: [] }, at);
}

/** A policy with one expression, and further lines of its spec. */
function formatRule(about: string, expression: string, ...more: readonly string[]): string {
  const action = more.some((line) => line.startsWith('action:')) ? [] : ['action: deny'];
  const validation = [`  - expression: '${expression}'`, '    message: Not so.'];
  return formatPolicy('rule', `about: ${about}`, 'validations:', ...validation, ...action, ...more);
}

function parseAccount(text: string): AccountDocument {
  const [raw] = parseDocuments('accounts/acme.yaml', text).documents;
  const document = raw === undefined ? null : validateAccount(raw, null).document;
  if (document === null) throw new Error('The manifest has mistakes');
  return document;
}

const account = parseAccount(formatCycle('state: active', 'schedule: {every: 5m}'));

async function checkAccount(text: string, document = account, at = place) {
  return (await loadRules(text, at)).checkManifest(document);
}

describe('a violation', () => {
  it.each([
    ['deny', 'error', 'policy-denied'],
    ['warn', 'warning', 'policy-warned'],
    ['audit', 'warning', 'policy-audit'],
  ])(
    'of a policy that says %s is an %s, at the line of the cycle',
    async (action, severity, code) => {
      const rule = formatRule('cycle', 'cycle.schedule.every != "5m"', `action: ${action}`);
      expect(await checkAccount(rule)).toMatchObject([
        {
          code,
          severity,
          address: 'acme/cycles/news',
          policy: 'rule',
          at: { file: 'accounts/acme.yaml', line: 7, column: 5 },
          summary: 'acme/cycles/news violates the policy rule: Not so',
          remedy: 'Follow rule in policy/rules.yaml, or ask its owner for an exception.',
        },
      ]);
    },
  );

  it('has the message of its expression, and the plain one where that fails', async () => {
    const withMessage = (text: string) =>
      formatRule('cycle', 'key == ""').replace(
        'message: Not so.',
        `message: Not so.\n      messageExpression: '${text}'`,
      );
    const said = async (text: string) => (await checkAccount(withMessage(text)))[0]?.summary;
    expect(await said('"every " + cycle.schedule.every')).toMatch(/: every 5m$/);
    expect(await said('"at " + cycle.schedule.nowhere')).toMatch(/: Not so$/);
  });

  it('is an expression that fails, and says so', async () => {
    const rule = formatRule('cycle', 'cycle.displayName.startsWith("A")');
    expect(await checkAccount(rule)).toMatchObject([
      {
        code: 'policy-failed',
        severity: 'error',
        summary:
          'acme/cycles/news could not be checked by the policy rule, which counts as a violation: No such key: displayName',
      },
    ]);
  });

  it.each([
    ['timestamp("2027-01-01T00:00:00Z").getHours(key) > 1', 'Invalid time zone specified: news'],
    ['bytes(key).json().size() == 1', 'is not valid JSON'],
    ['1 / (manifest.spec.cycles.size() - 1) == 1', 'division by zero'],
  ])('is an expression that fails in a function: %s', async (expression, reason) => {
    const [found] = await checkAccount(formatRule('cycle', expression));
    expect(found?.code).toBe('policy-failed');
    expect(found?.summary).toContain(reason);
  });

  it('names ten objects of an account, and counts the others', async () => {
    const cycles = Array.from({ length: 14 }, (_, index) => `  c${index}: {from: {template: T}}`);
    const document = parseAccount(formatSpec('cycles:', ...cycles));
    const found = await checkAccount(formatRule('cycle', 'has(cycle.schedule)'), document);
    expect(found).toHaveLength(11);
    expect(found.at(-1)?.summary).toBe('acme has 4 more violations of the policy rule');
  });
});

describe('a policy', () => {
  it('is for the environments and labels that it matches', async () => {
    const rule = formatRule(
      'account',
      'false',
      'match: {environments: [prod], labels: {tier: gold}}',
    );
    const gold = parseAccount(
      formatSpec().replace('{name: acme}', '{name: acme, labels: {tier: gold}}'),
    );
    expect(await checkAccount(rule, gold)).toHaveLength(1);
    expect(await checkAccount(rule)).toEqual([]);
    expect(await checkAccount(rule, gold, { ...place, environment: 'test' })).toEqual([]);
  });

  it('spares accounts of an exception until its last day, and says when it is over', async () => {
    const rule = formatRule(
      'account',
      'false',
      'exceptions:',
      '  - {accounts: [acme], owner: jo, reason: Moving, until: 2026-12-01}',
    );
    expect(await checkAccount(rule)).toEqual([]);
    const later = { ...place, today: '2026-12-02' };
    expect(await checkAccount(rule, account, later)).toMatchObject([
      { code: 'policy-denied', detail: 'The exception of jo ended on 2026-12-01.' },
    ]);
    expect((await loadRules(rule)).warnings).toEqual([]);
    expect((await loadRules(rule, later)).warnings).toMatchObject([
      {
        code: 'policy-exception-over',
        severity: 'warning',
        at: { line: 11 },
        summary: 'The exception of jo for acme in the policy rule ended on 2026-12-01',
      },
    ]);
  });

  it('reads whole numbers, and sections that a manifest does not have', async () => {
    const document = parseAccount(formatSpec('retention: {successHours: 24, erroredHours: 48}'));
    const expression =
      'manifest.spec.retention.erroredHours / manifest.spec.retention.successHours == 2 && manifest.spec.cycles.size() == 0';
    expect(await checkAccount(formatRule('account', expression), document)).toEqual([]);
  });

  it('that has mistakes denies each account, whatever the others say', () => {
    const mistake = reportError('policy-expression', { summary: 'The expression is refused' });
    const rules = makePolicyRules({ policies: [], diagnostics: [mistake] }, place);
    expect(rules.mistakes).toEqual([mistake]);
    const denied = [{ code: 'policy-denied', severity: 'error', address: 'acme' }];
    expect(rules.checkManifest(account)).toMatchObject(denied);
    expect(rules.checkPlan(accountPlan('acme'), 'plan')).toMatchObject(denied);
  });

  it('is checked once for each object, with values that all policies share', async () => {
    const [policy] = await loadPolicies(formatRule('cycle', 'true'));
    if (policy === undefined) throw new Error('There is no policy');
    const seen: PolicyScope[] = [];
    const check = (scope: PolicyScope) => {
      seen.push(scope);
      return null;
    };
    const policies = Array.from({ length: 20 }, () => ({ ...policy, validations: [{ check }] }));
    const rules = makePolicyRules({ policies, diagnostics: [] }, place);
    for (let index = 0; index < 100; index += 1) expect(rules.checkManifest(account)).toEqual([]);
    expect(seen).toHaveLength(2000);
    expect(new Set(seen.map(({ manifest }) => manifest)).size).toBe(100);
  });
});

describe('a policy about plans', () => {
  const address = toCycleAddress('acme', 'news');
  const at = {
    file: 'accounts/acme.yaml',
    line: 7,
    column: 5,
    endLine: 7,
    endColumn: 9,
    pointer: '',
  };
  const print = toFingerprint('key', 'f00dfeed');
  const plan: AccountPlan = accountPlan('acme', {
    secrets: [{ address, path: toFieldPath('auth', 'apiKey'), from: 'env CRM_KEY', print }],
    expects: [{ address, id: null, before: { auth: { kind: 'secret', print } } as never }],
    changes: [
      {
        verb: 'update',
        address,
        kind: 'cycle',
        name: 'News',
        impact: 'interrupts',
        reasons: [],
        at,
        fields: [
          {
            path: toFieldPath('auth', 'apiKey'),
            before: { kind: 'secret', from: null },
            after: { kind: 'secret', from: 'env CRM_KEY' },
            secret: true,
            moved: 'manifest',
            at: null,
          },
        ],
      },
    ],
  });

  it('reads each change, at its line of the manifest', async () => {
    const rules = await loadRules(formatRule('change', 'change.impact != "interrupts"'));
    expect(rules.checkPlan(plan, 'plan')).toMatchObject([{ code: 'policy-denied', address, at }]);
    expect(rules.checkManifest(account)).toEqual([]);
  });

  it('reads the kind of the plan, and the labels of the manifest', async () => {
    const rule = formatRule('plan', 'plan.kind == "undo" || account.labels.tier == "gold"');
    const findLabels = () => ({ tier: 'gold' });
    const rules = await loadRules(rule);
    expect(rules.checkPlan(plan, 'undo')).toEqual([]);
    expect(rules.checkPlan(plan, 'plan')).toMatchObject([{ code: 'policy-failed' }]);
    const known = await loadRules(rule, { ...place, findLabels } as typeof place);
    expect(known.checkPlan(plan, 'plan')).toEqual([]);
  });

  it('sees no secret, and no fingerprint of one', async () => {
    const scopes: unknown[] = [];
    const [policy] = await loadPolicies(formatRule('plan', 'true'));
    if (policy === undefined) throw new Error('There is no policy');
    const check = (scope: unknown) => {
      scopes.push(scope);
      return null;
    };
    const seen = { ...policy, validations: [{ check }] };
    makePolicyRules({ policies: [seen], diagnostics: [] }, place).checkPlan(plan, 'plan');
    expect(scopes).toHaveLength(1);
    expect(JSON.stringify(scopes)).not.toContain('f00dfeed');
    expect(JSON.stringify(scopes)).toContain('env CRM_KEY');
  });
});
