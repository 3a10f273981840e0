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
    // The values are unknown, and not of a type that a text has.
    expect(check('Open', { dataType: 'Integer' }, true)).toBeNull();
    expect(checkValue({ ...written, text: 'Everyone' }, {})).toBeNull();
  });

  it('is named where another one is near it, with the line to write', () => {
    expect(check('Leeds')).toEqual({
      code: 'value-unlisted',
      severity: 'warning',
      summary: '"list" does not list the value "Leeds"',
      at: at(7),
      address,
      remedy: 'Write list: Leads.',
    });
    expect(check('leads', { values }, true)?.remedy).toContain('Write list: {option: Leads}.');
  });

  it('is one of all where none is near, up to ten', () => {
    expect(check('emea')?.remedy).toBe('Existing values: "Customers", "Leads", "Partners".');
    const many = Array.from({ length: 14 }, (_, index) => `${index + 100}`);
    expect(check('emea', { values: many })?.remedy).toMatch(/"109" and 4 more\.$/);
  });

  it.each(['', '{{"List" "Id"}}', '=list()', 'a {{Region}}'])(
    'is not expected of a text that is empty or evaluated: %j',
    (text) => expect(check(text)).toBeNull(),
  );
});

describe('a text', () => {
  it.each([
    ['Integer', ['17', '-3', ' 0022 '], ['many', '4.5', '1,000', '0x1f']],
    ['Decimal', ['17', '-2.5', '.5', '1e3'], ['many', '1,5', '-']],
    ['Float', ['17', '-2.5'], ['2.5.1']],
    ['Boolean', ['true', 'False', '1', '0'], ['yes', 'on', '2']],
    [
      'DateTime',
      ['2026-12-01', '2026-02-28T05:00:00Z', '12/31/2026', '1 Dec 2026', '1764547200'],
      ['soon', '2026-13-01', '2026-02-30T05:00:00Z'],
    ],
    ['Text', ['many', 'yes'], []],
    ['File', ['many'], []],
    ['Undefined', ['many'], []],
    ['Duration', ['many'], []],
  ])('of a %s may be %j, and is warned about if it is %j', (dataType, good, bad) => {
    const codesOf = (texts: readonly string[]) =>
      texts.map((text) => check(text, { dataType })?.code);
    expect(codesOf(good)).toEqual(good.map(() => undefined));
    expect(codesOf(bad)).toEqual(bad.map(() => 'value-of-other-type'));
  });

  it('is said with its type and the form to write', () => {
    expect(check('many', { dataType: 'integer' })).toMatchObject({
      severity: 'warning',
      summary: '"list" is of type integer, and "many" is not',
      at: at(7),
      address,
      remedy: 'Write a whole number such as 17: list: VALUE.',
    });
  });

  it.each(['', '{{"List" "Total"}}', '=count()'])(
    'is of any type where it is evaluated: %j',
    (text) => expect(check(text, { dataType: 'Integer' })).toBeNull(),
  );

  it('that the service lists is of its type', () => {
    expect(check('many', { dataType: 'Integer', values: ['many'] })).toBeNull();
  });
});
