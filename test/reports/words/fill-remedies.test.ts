import { expect, it } from 'vitest';
import { codes } from '../../../src/model/diagnostic/codes.ts';
import { fillRemedies } from '../../../src/reports/words/fill-remedies.ts';

const bare = { code: 'unread', severity: 'error', summary: 'It could not be read' };

it('says what to do wherever a diagnostic stands, unless it says so itself', () => {
  const own = { ...bare, remedy: 'Wait.' };
  const usual = { ...bare, remedy: codes.unread.remedy };
  expect(fillRemedies({ accounts: [{ outcomes: [{ diagnostics: [bare, own] }] }] })).toEqual({
    accounts: [{ outcomes: [{ diagnostics: [usual, own] }] }],
  });
});

it('leaves all else as it is', () => {
  const value = { code: 'unread', at: null, items: [1, 'a', { code: 'other', severity: 'error' }] };
  expect(fillRemedies(value)).toEqual(value);
});
