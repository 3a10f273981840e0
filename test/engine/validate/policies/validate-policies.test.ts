import { describe, expect, it } from 'vitest';
import { formatPolicy, indexText } from '../../policy/load-policies.ts';

/** Lines of a policy with one expression. */
function withExpression(expression: string, about = 'cycle', message = 'message: No'): string {
  return formatPolicy(
    'rule',
    `about: ${about}`,
    'validations:',
    `  - expression: ${expression}`,
    `    ${message}`,
    'action: deny',
  );
}

/** The mistakes of a text, each with its code and place. */
async function findMistakes(text: string): Promise<readonly string[]> {
  const { diagnostics } = await indexText(text);
  return diagnostics.map(({ code, at, summary }) => `${at?.line}:${at?.column} ${code} ${summary}`);
}

describe('an expression of a policy', () => {
  it.each([
    ['has(cycle.schedule)', 'cycle'],
    ['key.startsWith("a") && manifest.spec.cycles.size() < 5', 'cycle'],
    ['"tier" in account.labels && environment != "local"', 'account'],
    ['plan.changes.all(c, c.fields.exists(f, f.secret))', 'plan'],
    ['change.verb == "delete" && plan.kind == "plan"', 'change'],
  ])('%s is right about %s', async (expression, about) => {
    expect(await findMistakes(withExpression(`'${expression}'`, about))).toEqual([]);
  });

  it('is refused at the place of its mistake', async () => {
    const text = withExpression('has(cycle.schedule) && nothing == 1');
    expect(await findMistakes(text)).toEqual([
      '7:42 policy-expression An expression of the policy rule is refused: Unknown variable: nothing',
    ]);
  });

  it.each([
    ['cycle.state', 'its value is of type dyn, not bool', 'cycle'],
    ['change.verb == "x"', 'Unknown variable: change', 'cycle'],
    ['1 + "a" == 2', 'no such overload: int + string', 'cycle'],
    ['cycle.state ==', 'Unexpected token: EOF', 'cycle'],
    [`[${Array.from({ length: 101 }, () => 1).join(',')}].size() > 1`, 'Exceeded max', 'cycle'],
  ])('%s is refused: %s', async (expression, reason, about) => {
    const [found = ''] = await findMistakes(withExpression(`'${expression}'`, about));
    expect(found).toContain(reason);
  });

  it.each([
    'key.matches("(a+)+$")',
    'cycle.displayName.matches("a")',
    'has(cycle.tags) && cycle.tags.exists(tag, tag.matches("a"))',
  ])('%s is refused, because a regular expression may take exponential time', async (text) => {
    const { diagnostics } = await indexText(withExpression(`'${text}'`));
    expect(diagnostics).toMatchObject([
      { code: 'policy-expression', summary: expect.stringContaining('matches is not available') },
    ]);
  });

  it('is refused where a macro goes through all again within another', async () => {
    const text = "'plan.changes.all(a, plan.changes.exists(b, a == b))'";
    const { diagnostics } = await indexText(withExpression(text, 'plan'));
    expect(diagnostics).toMatchObject([
      {
        summary: expect.stringContaining('exists is inside another macro'),
        remedy: expect.stringContaining('a part of what the outer one is at'),
      },
    ]);
  });

  it('has a message that says something', async () => {
    const [found] = await findMistakes(withExpression('key == "x"', 'cycle', "message: '  '"));
    expect(found).toContain('must not be blank');
  });

  it.each([
    ['plan.changes.map(c, plan).all(p, p.changes.size() > 0)', 'all goes through the result'],
    ['plan.changes.filter(c, true).map(c, plan).exists(p, true)', 'exists goes through the result'],
    ['plan.changes.all(k, cel.bind(k, plan, k.isNew))', 'cel.bind is inside a macro'],
    ['cel.bind(all, plan.changes.map(c, plan), all.size() > 0)', 'names the result of a macro'],
  ])('%s is refused, because lists of lists would grow without end', async (text, reason) => {
    const [found] = await findMistakes(withExpression(`'${text}'`, 'plan'));
    expect(found).toContain(reason);
  });

  it.each([
    'plan.changes.filter(c, c.verb == "delete").all(c, c.kind == "cycle")',
    'cel.bind(all, plan.changes, all.all(c, c.fields.all(f, f.path != "")))',
  ])('%s is right, because it goes through each thing once', async (text) => {
    expect(await findMistakes(withExpression(`'${text}'`, 'plan'))).toEqual([]);
  });

  it('is refused where a message is no text', async () => {
    const text = withExpression(
      'key == "x"',
      'cycle',
      'message: No\n      messageExpression: 1 + 1',
    );
    expect(await findMistakes(text)).toEqual([
      '9:26 policy-expression An expression of the policy rule is refused: its value is of type int, not string',
    ]);
  });
});

describe('a policy', () => {
  it('is refused with the place of an unknown key, and a kind of another folder', async () => {
    const text = `${withExpression('key == "x"').replace('action: deny', 'actoin: deny')}---\nkind: Account\n`;
    const found = await findMistakes(text);
    expect(found.join('\n')).toContain('unknown-key');
    expect(found.join('\n')).toContain('Unexpected kind "Account"');
  });

  it('has a name of its own', async () => {
    const text = `${withExpression('key == "x"')}---\n${withExpression('key == "y"')}`;
    expect(await findMistakes(text)).toEqual([
      '13:18 duplicate-name Two policies have the name rule',
    ]);
  });

  it('has examples with the input that it reads, and a result that it can have', async () => {
    const text = `${withExpression('key == "x"')}  examples:\n    - {name: one, plan: {}, expect: warn}\n`;
    expect(await findMistakes(text)).toEqual([
      '11:37 policy-example The example expects warn, and the action of the policy is deny',
      '11:19 policy-example A policy about cycle reads no plan',
    ]);
  });
});
