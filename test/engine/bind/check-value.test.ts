import { describe, expect, it } from 'vitest';
import { checkValue } from '../../../src/engine/bind/check-value.ts';
import { toCycleAddress } from '../../../src/model/address.ts';
import { at } from '../../support/values/make-desired.ts';
import { noRules } from '../../support/values/make-live.ts';

const address = toCycleAddress('northwind', 'sync');
const written = { name: 'list', at: at(7), address };
const values = ['Customers', 'Leads', 'Partners'];

function check(text: string, more: object = { values }, isOption = false) {
  return checkValue({ ...written, text, isOption }, { ...noRules, ...more });
}

describe('a listed value', () => {
  it('is taken, and so is any value where the service lists none', () => {
    expect(check('Leads')).toBeNull();
    expect(check('Everyone', {})).toBeNull();
    expect(checkValue({ ...written, text: 'Everyone' }, {})).toBeNull();
  });

  it('is named where another one is near it, with the line to write', () => {
    expect(check('Leeds')).toEqual({
      code: 'value-unlisted',
      severity: 'warning',
      summary: '"list" does not list the value "Leeds"',
      at: at(7),
      address,
      remedy: 'Write list: Leads. Nearest values: "Leads".',
    });
    expect(check('leads', { values }, true)?.remedy).toContain('Write list: {option: Leads}.');
  });

  it('is one of all where none is near, up to ten', () => {
    expect(check('emea')?.remedy).toBe('Existing values: "Customers", "Leads", "Partners".');
    const many = Array.from({ length: 14 }, (_, index) => `${index + 100}`);
    expect(check('emea', { values: many })?.remedy).toMatch(/"109" and 4 more\.$/);
  });

  it.each(['', '{{"List" "Id"}}', '=list()', 'a {{Region}}'])(
    'is not expected of a text that is empty or evaluated: %s',
    (text) => expect(check(text)).toBeNull(),
  );
});
