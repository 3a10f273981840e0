import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatPolicy } from '../../../engine/policy/load-policies.ts';
import { findJunitFaults, findReportFaults, findSarifFaults } from '../../../schemas/validators.ts';
import { copyPolicies, denied, nothing, say, violate } from './policy-project.ts';

describe('a manifest that violates a policy', () => {
  it('fails validation, in the report of its account, at its line', async () => {
    const project = await copyPolicies();
    expect((await say(project, 'validate')).exitCode).toBe(0);
    await violate(project);
    const file = (name: string) => join(project.directory, name);
    const reports = ['junit=j.xml', 'sarif=s.json', 'github=g.txt'].flatMap((each) => {
      const [format = '', name = ''] = each.split('=');
      return ['--report', `${format}=${file(name)}`];
    });
    const { exitCode, text } = await say(project, 'validate', ...reports);
    expect(exitCode).toBe(1);
    expect(text).toContain(`accounts/northwind.yaml:15:5: error: ${denied}: every 1m is too often`);
    const [junit, sarif, github] = await Promise.all(
      ['j.xml', 's.json', 'g.txt'].map((name) => readFile(file(name), 'utf8')),
    );
    expect(junit).toContain(denied);
    expect(github).toMatch(/::error file=accounts\/northwind\.yaml,line=15,col=5/);
    const { results } = JSON.parse(sarif ?? '').runs[0];
    expect(results.map(({ ruleId, level }: never) => [ruleId, level])).toEqual([
      ['policy-warned', 'warning'],
      ['policy-denied', 'error'],
    ]);
  });

  it('keeps its account alone from a plan and an apply, with a code of failure', async () => {
    const project = await copyPolicies();
    await violate(project);
    const planned = await say(project, 'plan', '--format', 'json');
    expect(planned.exitCode).toBe(1);
    const { accounts, run } = JSON.parse(planned.stdout);
    expect(run.summary).toMatchObject({ notPlanned: 1, accountsWithOperations: 2 });
    expect(accounts.map(({ kind }: never) => kind)).toEqual(['planned', 'planned', 'unplanned']);
    expect(accounts[2].diagnostics).toMatchObject([
      {
        code: 'policy-denied',
        policy: 'schedule-at-least-15m',
        address: 'northwind/cycles/orders',
      },
    ]);
    expect(accounts[0].plan.notices).toMatchObject([
      { kind: 'warning', diagnostic: { code: 'policy-warned', policy: 'errors-kept-a-week' } },
    ]);
    const applied = await say(project, 'apply', '--yes');
    expect(applied.exitCode).toBe(3);
    expect(applied.text).toContain('2 accounts. 1 account could not be planned.');
  });

  it('is only counted where the policy records it', async () => {
    const project = await copyPolicies();
    await project.edit('policy/accounts.yaml', 'action: warn', 'action: audit');
    await project.edit('policy/accounts.yaml', 'expect: warn', 'expect: audit');
    const sarif = join(project.directory, 's.json');
    const validated = await say(project, 'validate', '--report', `sarif=${sarif}`);
    expect(validated.text).toContain('Valid, 1 violation of policies recorded. 3 accounts.');
    expect(validated.text).not.toContain('contoso violates');
    const scanned = await readFile(sarif, 'utf8');
    expect(findSarifFaults(scanned)).toEqual([]);
    expect(JSON.parse(scanned).runs[0].results).toMatchObject([
      { ruleId: 'policy-audit', level: 'note' },
    ]);
    const planned = await say(project, 'plan');
    expect(planned.text).toContain('1 violation of policies in 1 account recorded');
    const { stdout } = await say(project, 'plan', '--format', 'json');
    expect(findReportFaults(stdout)).toEqual([]);
    expect(JSON.parse(stdout).run.summary).toMatchObject({ audited: 1, auditedAccounts: 1 });
    expect(planned.text).not.toContain('contoso violates');
  });

  it('keeps nothing from drift and destroy, which are not about the manifest', async () => {
    const project = await copyPolicies();
    expect((await say(project, 'apply', '--yes')).exitCode).toBe(0);
    await violate(project);
    expect((await say(project, 'drift')).exitCode).toBe(0);
    expect((await say(project, 'state', 'show', 'northwind', '--live')).text).not.toContain(denied);
    const undone = await say(project, 'undo', '--yes');
    expect(undone.text).not.toContain(denied);
    expect((await say(project, 'plan', '--select', 'account=northwind')).text).toContain(denied);
    const sure = ['--confirm', 'northwind', '--allow-deletes', '3'] as const;
    const { exitCode, text } = await say(project, 'destroy', 'northwind', ...sure);
    expect(exitCode, text).toBe(0);
  });
});

describe('a plan that violates a policy', () => {
  it('is none for its account', async () => {
    const project = await copyPolicies();
    expect((await say(project, 'apply', '--yes')).exitCode).toBe(0);
    const path = 'accounts/contoso.yaml';
    const text = await readFile(join(project.directory, path), 'utf8');
    await project.write(
      path,
      text.replace(/ {2}connectors:[\s\S]*$/, '  connectors: {}\n  cycles: {}\n'),
    );
    const planned = await say(project, 'plan');
    expect(planned.exitCode).toBe(1);
    const shop = 'contoso/connectors/shop violates the policy connectors-stay';
    expect(planned.text).toContain(shop);
    const file = (name: string) => join(project.directory, name);
    const reports = ['--report', `junit=${file('j.xml')}`, '--report', `sarif=${file('s.json')}`];
    expect((await say(project, 'plan', ...reports)).exitCode).toBe(1);
    const [junit = '', sarif = ''] = await Promise.all(
      ['j.xml', 's.json'].map((name) => readFile(file(name), 'utf8')),
    );
    expect([await findJunitFaults([junit]), findSarifFaults(sarif)]).toEqual([[], []]);
    expect(junit).toContain('tests="1" failures="1"');
    expect(junit).toContain(shop);
    const { results, automationDetails } = JSON.parse(sarif).runs[0];
    expect(automationDetails).toEqual({ id: 'cyclectl/plan/production/' });
    expect(results).toMatchObject([{ ruleId: 'policy-denied', level: 'error' }]);
  });

  it('is refused at apply by a policy that came after it was saved', async () => {
    const project = await copyPolicies();
    const plan = join(project.directory, 'plan.json');
    expect((await say(project, 'plan', '--out', plan)).exitCode).toBe(0);
    await project.write(
      'policy/later.yaml',
      formatPolicy(
        'no-new-cycles',
        'about: change',
        'validations:',
        '  - expression: change.verb != "create" || account.name != "fabrikam"',
        '    message: Nothing is created today',
        'action: deny',
      ),
    );
    const { exitCode, text } = await say(project, 'apply', plan);
    expect(exitCode).toBe(3);
    expect(text).toContain('fabrikam/cycles/orders violates the policy no-new-cycles');
    expect(text).toContain('northwind: done');
    await rm(join(project.directory, 'policy/later.yaml'));
    await project.write(
      'policy/later.yaml',
      nothing.replace('key == ""', 'account.name != "fabrikam"'),
    );
    const again = await say(project, 'apply', plan);
    expect(again.text).toContain('fabrikam/cycles/orders violates the policy no-cycles');
  });
});

describe('the JSON of a plan', () => {
  it('has what a rule of another tool needs, by the schema of reports', async () => {
    const project = await copyPolicies();
    expect((await say(project, 'apply', '--yes')).exitCode).toBe(0);
    await project.edit('accounts/contoso.yaml', 'every: 15m', 'every: 30m');
    await project.edit('accounts/fabrikam.yaml', 'tier: starter', 'tier: unknown');
    const { stdout } = await say(project, 'plan', '--format', 'json');
    expect(findReportFaults(stdout)).toEqual([]);
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'plan',
      run: { target: { environment: 'production' }, summary: { updates: 1, notPlanned: 1 } },
      accounts: [
        {
          kind: 'planned',
          labels: { tier: 'starter' },
          plan: {
            account: 'contoso',
            isNew: false,
            changes: [
              {
                address: 'contoso/cycles/orders',
                kind: 'cycle',
                verb: 'update',
                impact: 'interrupts',
                fields: [
                  {
                    path: 'schedule',
                    secret: false,
                    before: { kind: 'plain', value: { every: '15m' } },
                    after: { kind: 'plain', value: { every: '30m' } },
                  },
                ],
              },
            ],
            operations: [
              { address: 'contoso/cycles/orders', action: { kind: 'pause-cycle' } },
              { address: 'contoso/cycles/orders', action: { kind: 'activate-cycle' } },
            ],
          },
        },
        { kind: 'unplanned', account: 'fabrikam', diagnostics: [{ policy: 'tier-is-known' }] },
      ],
    });
  });
});
