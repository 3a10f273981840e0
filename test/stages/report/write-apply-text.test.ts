import { describe, expect, it } from 'vitest';
import type { AccountOutcome, OperationResult } from '../../../src/model/outcome.ts';
import { plainPaint } from '../../../src/stages/report/paint.ts';
import { writeApplyText } from '../../../src/stages/report/write-apply-text.ts';
import { cost, target } from './read-text.ts';
import { became, crm, operation } from './samples.ts';

/** The lines that an apply of these accounts ends with. */
function write(outcomes: readonly AccountOutcome[], notPlanned = 0): readonly string[] {
  const text = [
    ...writeApplyText({ target, cost, notPlanned, waits: 0 }, outcomes, plainPaint),
  ].join('');
  return text.trimEnd().split('\n');
}

function account(...results: readonly OperationResult[]): AccountOutcome {
  const outcomes = results.map((result) => became(operation(crm, `is ${result}`), result));
  return { account: 'northwind', outcomes, diagnostics: [] };
}

describe('the head of an apply', () => {
  it.each([
    { says: 'Applied to local', outcomes: [account('done'), account('done', 'waiting')] },
    { says: 'Applied in part to local', outcomes: [account('done'), account('failed')] },
    { says: 'Applied in part to local', outcomes: [account('done')], notPlanned: 1 },
    { says: 'Nothing was applied to local', outcomes: [account('failed', 'skipped')] },
    { says: 'Nothing was applied to local', outcomes: [] },
  ])('claims no more than was done: $says', ({ says, outcomes, notPlanned = 0 }) => {
    expect(write(outcomes, notPlanned)[0]).toBe(`${says}  embedded service, world.yaml`);
  });
});

it('says that there was nothing to do only where every account could be planned', () => {
  expect(write([]).at(-1)).toMatch(/^Nothing to do\. 17 requests/);
  expect(write([], 1).at(-1)).toMatch(/^Nothing was done\. 1 account could not be planned\./);
});
