import { describe, expect, it } from 'vitest';
import { listEarly, listWrongAfterDeath, type StepAccounts } from './expect-admitted.ts';

const before = new Map([
  ['contoso', 'old'],
  ['fabrikam', 'old'],
  ['northwind', 'old'],
]);

/** A dead step that admitted some accounts; `run` are those that it had work in. */
function listWrong(
  admitted: readonly string[],
  {
    run = {},
    recorded = {},
  }: {
    readonly run?: Readonly<Record<string, 'planned' | 'begun' | 'done'>>;
    readonly recorded?: Readonly<Record<string, 'admitted' | 'done'>>;
  },
): readonly string[] {
  const after: StepAccounts = {
    revision: 'new',
    before,
    now: new Map([...before, ...admitted.map((name) => [name, 'new'] as const)]),
    run: new Map(Object.entries(run)),
    recorded: new Map(Object.entries(recorded)),
  };
  return listWrongAfterDeath(after);
}

describe('after the death of a step', () => {
  it('accounts that it began are admitted, and one that it was about to begin may be', () => {
    const run = { contoso: 'done', fabrikam: 'begun', northwind: 'planned' } as const;
    const recorded = { contoso: 'admitted', fabrikam: 'admitted', northwind: 'admitted' } as const;
    expect(listWrong(['contoso', 'fabrikam', 'northwind'], { run, recorded })).toEqual([]);
    expect(listWrong(['contoso', 'fabrikam'], { run })).toEqual([]);
    expect(listWrong(['contoso'], { run })).toEqual(['fabrikam began on another revision']);
  });

  it('two that it was about to begin were admitted too early', () => {
    const run = { contoso: 'planned', northwind: 'planned' } as const;
    const recorded = { contoso: 'admitted', northwind: 'admitted' } as const;
    const wrong = listWrong(['contoso', 'northwind'], { run, recorded });
    expect(wrong).toEqual(['northwind was admitted too early']);
  });

  it('accounts without work are admitted together with the record that they are done', () => {
    const recorded = { contoso: 'done', northwind: 'done' } as const;
    expect(listWrong(['contoso', 'northwind'], { recorded })).toEqual([]);
    expect(listWrong(['contoso'], { recorded })).toEqual(['northwind is done on another revision']);
    expect(listWrong(['contoso'], {})).toEqual(['contoso was admitted without a reason']);
  });

  it('an account with work is not done before it began', () => {
    const run = { contoso: 'planned' } as const;
    const wrong = listWrong(['contoso'], { run, recorded: { contoso: 'done' } });
    expect(wrong).toEqual(['contoso was admitted without a reason']);
  });
});

it('at a write of a step no account is admitted that it has not begun', () => {
  const now = new Map([...before.keys()].map((name) => [name, 'new']));
  const run = new Map([
    ['contoso', 'planned'],
    ['fabrikam', 'refused'],
  ] as const);
  expect(listEarly({ before, now, run })).toEqual(['contoso', 'northwind']);
  expect(listEarly({ before, now: before, run })).toEqual([]);
});
