import { expect, it } from 'vitest';
import { codes } from '../../src/model/diagnostic/codes.ts';
import { withRemedies } from '../../src/reports/json/with-remedies.ts';

const bare = { code: 'unread', severity: 'error', summary: 'It could not be read' };

it('says what to do wherever a diagnostic stands, unless it says so itself', () => {
  const own = { ...bare, remedy: 'Wait.' };
  const usual = { ...bare, remedy: codes.unread.remedy };
  expect(withRemedies({ accounts: [{ outcomes: [{ diagnostics: [bare, own] }] }] })).toEqual({
    accounts: [{ outcomes: [{ diagnostics: [usual, own] }] }],
  });
});

it('leaves all else as it is', () => {
  const value = { code: 'unread', at: null, items: [1, 'a', { code: 'other', severity: 'error' }] };
  expect(withRemedies(value)).toEqual(value);
});
